/**
 * A real pipe into Forge. Node gives its children sockets, which cannot be reopened by name: a command that writes to
 * /dev/stderr, as scripts do, would fail only under Forge. Both streams of a child through one pipe also keep the order
 * in which they were printed.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants, open, rm } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

export interface Pipe {
  readonly reading: Readable
  /** The child's end; close it here once the child has it, or the stream never ends. */
  readonly writing: number
}

export async function openPipe(directory: string): Promise<Pipe> {
  const path = join(directory, `.pipe-${randomUUID()}`)
  await promisify(execFile)('mkfifo', ['-m', '600', path])
  try {
    // The reader opens first and non-blocking: opening a pipe for writing blocks until it has a reader.
    const reading = await openFile(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const writing = await openFile(path, constants.O_WRONLY)
    return { reading: new Socket({ fd: reading, readable: true, writable: false }), writing }
  } finally {
    await promisify(rm)(path, { force: true })
  }
}

const openFile = promisify(open) as (path: string, flags: number) => Promise<number>
