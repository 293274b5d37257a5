/** Child processes of the fault tests: started, listened to, and never left behind. */
import type { ChildProcessByStdio } from 'node:child_process'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bundledAlone, compiled } from '../../../../scripts/bundled.ts'

/** A sweep starts a thousand children, so the program is bundled once and its code is kept compiled. */
export const CHILD = await bundledAlone(fileURLToPath(new URL('./child.ts', import.meta.url)))
const env = { ...process.env, NODE_COMPILE_CACHE: compiled }

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly lines: readonly string[]
  readonly errors: string
}

export interface Spawned {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>
  readonly lines: readonly string[]
  /** Resolves when a line starts like this; rejects when the process ends without it. */
  line(start: string): Promise<string>
  readonly ended: Promise<Ended>
}

/** `around` stands before the command: strace with its options, for instance. */
export function startChild(args: readonly string[], around: readonly string[] = []): Spawned {
  const [command = process.execPath, ...rest] = [...around, process.execPath, CHILD, ...args]
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'pipe'], env })
  const lines: string[] = []
  let errors = ''
  let partial = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (partial + chunk).split('\n')
    partial = parts.pop() ?? ''
    lines.push(...parts)
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk))
  // A killed child closes its end of the pipe; that is no news here.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, lines, errors }))
  })
  let isOver = false
  ended.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  return {
    process: child,
    lines,
    ended,
    async line(start) {
      for (;;) {
        const found = lines.find((line) => line.startsWith(start))
        if (found !== undefined) return found
        if (isOver) throw new Error(`ended without "${start}": ${lines.join(' | ')} ${errors}`)
        await setTimeout(2)
      }
    },
  }
}

export function ackedBy(lines: readonly string[]): number {
  const last = lines.filter((line) => line.startsWith('ack ')).at(-1)
  return last === undefined ? 0 : Number(last.slice(4))
}

export function inDirectory<T>(act: (directory: string) => Promise<T>): Promise<T> {
  return inDirectoryOf(tmpdir(), act)
}

/** For files that need no disk under them. */
export function inMemoryDirectory<T>(act: (directory: string) => Promise<T>): Promise<T> {
  return inDirectoryOf(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), act)
}

async function inDirectoryOf<T>(root: string, act: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(root, 'forge-fault-'))
  try {
    return await act(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
