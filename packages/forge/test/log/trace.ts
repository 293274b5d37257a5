/** What a driving process did to its journal, in the order of its system calls, as strace saw it. */
import { cp, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { inDirectory, startChild } from './spawned.ts'

export type Deed =
  | { readonly deed: 'wrote'; readonly file: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly deed: 'cut'; readonly file: string; readonly size: number }
  | { readonly deed: 'synced'; readonly file: string }
  | { readonly deed: 'acked'; readonly tick: number }

/** Drives a copy of this journal and answers everything that happened to its two files that matter. */
export function traceDriver(existing: string, mode: string, ticks: number): Promise<readonly Deed[]> {
  return inDirectory(async (root) => {
    const trace = join(root, 'trace')
    const journal = join(root, 'log')
    await cp(existing, journal, { recursive: true })
    const calls = 'trace=pwrite64,pwritev,fsync,fdatasync,ftruncate,write'
    const strace = ['strace', '-f', '-y', '-qq', '-xx', '-s', '70000', '-o', trace, '-e', calls]
    const { code, errors } = await startChild([mode, journal, String(ticks)], strace).ended
    if (code !== 0) throw new Error(`the driver ended with ${code}: ${errors}`)
    return (await readFile(trace, 'utf8')).split('\n').flatMap(deedsIn)
  })
}

const CALL = /^\d+ +(\w+)\(\d+<([^>]*)>(?:, (.*))?\) += (\d+)/

function deedsIn(line: string): readonly Deed[] {
  const [, call, path = '', rest = '', result] = CALL.exec(line) ?? []
  const file = basename(unhex(path))
  if (call === 'write') return ackIn(rest)
  // The shared-memory index is rebuilt after a crash; SQLite never syncs it.
  if (file !== 'journal.db' && file !== 'journal.db-wal') return []
  switch (call ?? '') {
    case 'pwrite64': {
      const [, text = '', length, offset] = /^"(.*)", (\d+), (\d+)$/.exec(rest) ?? []
      const bytes = Buffer.from(text.replaceAll('\\x', ''), 'hex')
      if (bytes.length !== Number(length) || length !== result)
        throw new Error(`a write that cannot be read: ${line.slice(0, 200)}`)
      return [{ deed: 'wrote', file, offset: Number(offset), bytes }]
    }
    case 'ftruncate':
      return [{ deed: 'cut', file, size: Number(rest) }]
    case 'fsync':
    case 'fdatasync':
      return [{ deed: 'synced', file }]
    default:
      throw new Error(`an unknown call on the journal: ${line.slice(0, 200)}`)
  }
}

function ackIn(rest: string): readonly Deed[] {
  const [, tick] = /^ack (\d+)/.exec(unhex(/^"(.*)", \d+$/.exec(rest)?.[1] ?? '')) ?? []
  return tick === undefined ? [] : [{ deed: 'acked', tick: Number(tick) }]
}

/** strace -xx writes paths and texts as `\x2f\x74`. */
function unhex(text: string): string {
  return text.replaceAll(/\\x([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
