/** One system call of a driving process fails, or kills it; then the journal is examined. strace does the harm. */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ackedBy, inDirectory, startChild } from './spawned.ts'
import { examine, makeJournal } from './ticks.ts'

export interface Point {
  readonly call: 'fsync' | 'pwrite64'
  readonly harm: 'error=EIO' | 'error=ENOSPC' | 'signal=SIGKILL'
  /** strace's `when`: `7` is the seventh call, `7+` the seventh and all after it. */
  readonly when: string
  /** An empty directory, where the journal must be made first, or a journal with two ticks. */
  readonly start: 'fresh' | 'existing'
  readonly mode?: string
}

export interface Struck {
  readonly point: string
  readonly violations: readonly string[]
  /** The stop that the driver named; undefined when it went on to the end or was killed. */
  readonly stop: string | undefined
  readonly isReached: boolean
}

const EXISTING_TICKS = 2

export function strike(point: Point): Promise<Struck> {
  return inDirectory(async (root) => {
    const { call, harm, when, start, mode = 'drive' } = point
    const journal = join(root, 'log')
    const trace = join(root, 'trace')
    if (start === 'existing') await cp(await existingJournal(), journal, { recursive: true })
    const isKilled = harm === 'signal=SIGKILL'
    const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:${harm}:when=${when}`]
    // strace loses an injected signal when it filters by seccomp; injected errors are fine and twice as fast with it.
    const filter = isKilled ? [] : ['--seccomp-bpf']
    const child = startChild([mode, journal, '60'], ['strace', '-f', '-qq', ...filter, '-o', trace, ...inject])
    const { code, signal, lines, errors } = await child.ended
    const stop = lines.find((line) => line.startsWith('stop '))?.slice(5)
    const traced = await readFile(trace, 'utf8')
    const violations: string[] = []
    if (!isKilled && (code !== 0 || signal !== null)) violations.push(`crashed: ${code} ${signal} ${errors}`)
    if (!isKilled && stop === undefined && !lines.includes('done')) violations.push('neither done nor a named stop')
    if (stop !== undefined && stop !== 'io' && stop !== 'full') violations.push(`a strange stop: ${stop}`)
    const again = lines.find((line) => line.startsWith('again '))
    if (again !== undefined && new Set(again.slice(6).split(' ')).size !== 1) violations.push(`not poisoned: ${again}`)
    if (again?.includes('answered')) violations.push('a poisoned log answered')
    const acked = Math.max(ackedBy(lines), start === 'existing' ? EXISTING_TICKS : 0)
    violations.push(...(await examine(journal, acked)).violations)
    return {
      point: `${start} ${call} ${harm} ${when}`,
      violations,
      stop,
      isReached: traced.includes(isKilled ? 'killed by SIGKILL' : '(INJECTED)'),
    }
  })
}

/** Strikes all points, two at a time. */
export async function sweep(points: readonly Point[]): Promise<readonly Struck[]> {
  const waiting = [...points]
  const struck: Struck[] = []
  const work = async (): Promise<void> => {
    for (let point = waiting.shift(); point !== undefined; point = waiting.shift()) struck.push(await strike(point))
  }
  await Promise.all([work(), work()])
  return struck
}

let existing: Promise<string> | undefined

/** Made once per test file; only copies are harmed. */
export function existingJournal(): Promise<string> {
  existing ??= (async () => {
    const directory = await mkdtemp(join(tmpdir(), 'forge-existing-'))
    await makeJournal(directory, EXISTING_TICKS)
    return directory
  })()
  return existing
}

export async function removeExistingJournal(): Promise<void> {
  if (existing !== undefined) await rm(await existing, { recursive: true, force: true })
  existing = undefined
}

/** What went wrong at which point, and the points that the harm never reached: both must be none. */
export function complaintsOf(struck: readonly Struck[]): readonly string[] {
  return struck.flatMap(({ point, violations, isReached }) => [
    ...violations.map((violation) => `${point}: ${violation}`),
    ...(isReached ? [] : [`${point}: not reached`]),
  ])
}
