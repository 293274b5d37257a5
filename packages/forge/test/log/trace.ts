/** What a driving process did to its journal, in the order of its system calls, as strace saw it. */
import { cp, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { inDirectory, startChild } from './spawned.ts'

export type Deed =
  | { readonly deed: 'wrote'; readonly file: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly deed: 'cut'; readonly file: string; readonly size: number }
  | { readonly deed: 'removed'; readonly file: string }
  | { readonly deed: 'synced'; readonly file: string }
  /** The kernel could not write these pages, says so once, and takes them for clean from then on. */
  | { readonly deed: 'failed to sync'; readonly file: string }
  /** Promised to be there: by an acknowledgement, or because a driver found it and goes on from it. */
  | { readonly deed: 'acked'; readonly tick: number }

export interface Drive {
  readonly mode: string
  readonly ticks: number
  /** strace's `inject`. */
  readonly inject?: string
}

/** Drives a copy of this journal, one process after the other, and answers everything that happened to its files. */
export function traceDrivers(existing: string, drives: readonly Drive[]): Promise<readonly Deed[]> {
  return inDirectory(async (root) => {
    const trace = join(root, 'trace')
    const journal = join(root, 'log')
    await cp(existing, journal, { recursive: true })
    const deeds: Deed[] = []
    for (const { mode, ticks, inject } of drives) {
      const calls = ['-e', 'trace=pwrite64,pwritev,fsync,fdatasync,ftruncate,write,unlink']
      const harm = inject === undefined ? [] : ['-e', `inject=${inject}`]
      const strace = ['strace', '-f', '-y', '-qq', '-xx', '-s', '4000000', '-o', trace, ...calls, ...harm]
      const { lines, errors } = await startChild([mode, journal, String(ticks)], strace).ended
      if (!lines.some((line) => line.startsWith('claimed '))) throw new Error(`the driver never drove: ${errors}`)
      deeds.push(...(await readFile(trace, 'utf8')).split('\n').flatMap(deedsIn))
    }
    return deeds
  })
}

const CALL = /^\d+ +(\w+)\((?:\d+<([^>]*)>|"([^"]*)")(?:, (.*))?\) += (-?\d+)/

function deedsIn(line: string): readonly Deed[] {
  const [, call, opened, named, rest = '', result] = CALL.exec(line) ?? []
  const file = basename(unhex(opened ?? named ?? ''))
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
    case 'unlink':
      return [{ deed: 'removed', file }]
    case 'fsync':
    case 'fdatasync':
      return [{ deed: result === '0' ? 'synced' : 'failed to sync', file }]
    default:
      throw new Error(`an unknown call on the journal: ${line.slice(0, 200)}`)
  }
}

function ackIn(rest: string): readonly Deed[] {
  const [, tick] = /^(?:ack|claimed) (\d+)/.exec(unhex(/^"(.*)", \d+$/.exec(rest)?.[1] ?? '')) ?? []
  return tick === undefined ? [] : [{ deed: 'acked', tick: Number(tick) }]
}

/** strace -xx writes paths and texts as `\x2f\x74`. */
function unhex(text: string): string {
  return text.replaceAll(/\\x([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
