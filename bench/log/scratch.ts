/** A temporary directory on the disk that Forge would use; and the cost of an append and its sync there. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteLog } from '../../packages/forge/src/adapters/log/sqlite/index.ts'
import type { Codec, Log } from '../../packages/forge/src/engine/ports.ts'

export async function inScratch<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'forge-bench-'))
  try {
    return await work(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

export async function openLog<E>(directory: string, codec: Codec<E>): Promise<Log<E>> {
  const log = await openSqliteLog(join(directory, 'log'), codec)
  if (!log.ok) throw new Error(JSON.stringify(log.failure))
  return log.value
}

/** Milliseconds to append these texts one by one, each synced. */
export function rawAppendMs(directory: string, texts: readonly string[]): number {
  const fd = openSync(join(directory, 'raw'), 'w')
  const buffers = texts.map((text) => Buffer.from(text))
  const start = performance.now()
  for (const buffer of buffers) {
    writeSync(fd, buffer)
    fdatasyncSync(fd)
  }
  const spent = performance.now() - start
  closeSync(fd)
  return spent
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
