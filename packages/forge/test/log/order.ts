/**
 * Power loss, seen in the order of system calls: whatever was written to the journal must have been synced before the
 * process says `ack`. Then a cut at any moment loses nothing acknowledged (F-5).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inDirectory, startChild } from './spawned.ts'

export interface Order {
  readonly acks: number
  readonly syncs: number
  /** Acknowledgements that were given while something written was not yet synced. */
  readonly tooEarly: readonly string[]
}

export function traceOrder(mode: string): Promise<Order> {
  return inDirectory(async (root) => {
    const trace = join(root, 'trace')
    const calls = 'trace=pwrite64,pwritev,fsync,fdatasync,ftruncate,write'
    const child = startChild([mode, join(root, 'log'), '30'], ['strace', '-f', '-y', '-qq', '-o', trace, '-e', calls])
    const { code, errors } = await child.ended
    if (code !== 0) throw new Error(`the driver ended with ${code}: ${errors}`)
    return readOrder((await readFile(trace, 'utf8')).split('\n'))
  })
}

function readOrder(lines: readonly string[]): Order {
  const unsynced = new Set<string>()
  const tooEarly: string[] = []
  let [acks, syncs] = [0, 0]
  for (const line of lines) {
    const [, call, file, rest] = /^\d+ +(\w+)\(\d+<([^>]*)>(.*)$/.exec(line) ?? []
    if (call === undefined || file === undefined || rest === undefined) continue
    // The shared-memory index is rebuilt after a crash; SQLite never syncs it.
    if (call.startsWith('pwrite') && /journal\.db(-wal)?$/.test(file)) unsynced.add(file)
    if (/^f(data)?sync$/.test(call) && unsynced.delete(file)) syncs += 1
    if (call !== 'write' || !rest.includes('"ack ')) continue
    acks += 1
    // A checkpoint may be writing back what the WAL already keeps: only the WAL must be synced at an acknowledgement.
    if ([...unsynced].some((name) => name.endsWith('-wal'))) tooEarly.push(rest)
  }
  return { acks, syncs, tooEarly }
}
