/** Who lives, counted without the code under test; and a place that leaves nothing behind. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Pids of living processes that were started with this entry in their environment. */
export function livingWith(entry: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        if (/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) return false
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(entry)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Pids of living processes with this word among their arguments, whatever their environment. */
export function livingAs(word: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        if (/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) return false
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** A PATH with these programs and no others. */
export function pathOf(directory: string, programs: readonly string[]): string {
  const place = join(directory, 'bin')
  mkdirSync(place)
  for (const program of programs)
    symlinkSync(execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim(), join(place, program))
  return place
}

/** Looks again and again, with pauses so long that looking takes a tenth of the time: what is waited for needs the cores. */
export async function until(isTrue: () => boolean | Promise<boolean>, patienceMs = 30_000): Promise<void> {
  for (const start = performance.now(); ;) {
    const looked = performance.now()
    if (await isTrue()) return
    if (performance.now() - start > patienceMs) throw new Error(`not within ${patienceMs} ms: ${isTrue.toString()}`)
    await setTimeout(Math.min(Math.max(5, 9 * (performance.now() - looked)), 200))
  }
}

export async function inDirectory<T>(act: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'forge-process-'))
  try {
    return await act(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

let keys = 0

/** A key of its own for every test. */
export function freshKey(): string {
  keys += 1
  return `test-${process.pid}-${keys}/1/m1/implement#1`
}
