/** `forge demo` as a new user runs it: a real run, and everything it promises to show. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Event, EventOf, EventType } from '#model/event.ts'
import type { Note } from '#model/note.ts'
import { bundledCommandLine, compiled } from '../../../../scripts/bundled.ts'

const execute = promisify(execFile)
const main = await bundledCommandLine()

type Item =
  | { kind: 'event'; event: Event; notes: Note[] }
  | { kind: 'end'; end: string; branch: string; report: { outcome: string } }

const isAgent = (note: Note): note is Extract<Note, { note: 'agent' }> => note.note === 'agent'

describe('forge demo', () => {
  const home = mkdtempSync(join(tmpdir(), 'forge-home-'))
  let items: Item[] = []
  let project = ''

  beforeAll(async () => {
    const env = { PATH: process.env['PATH'], HOME: home, NODE_COMPILE_CACHE: compiled }
    const { stdout, stderr } = await execute(process.execPath, [main, 'demo', '--json'], {
      env,
      maxBuffer: 1 << 26,
    })
    items = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Item)
    project = /a sample project: (\S+)/.exec(stderr)?.[1] ?? ''
  }, 120_000)

  afterAll(() => {
    rmSync(home, { recursive: true, force: true })
    if (project !== '') rmSync(dirname(project), { recursive: true, force: true })
  })

  function all<Type extends EventType>(type: Type): EventOf<Type>[] {
    return items.flatMap((item) =>
      item.kind === 'event' && item.event.type === type ? [item.event as EventOf<Type>] : [],
    )
  }

  it('S3-34 ends in a report of a run that is done, on a branch of its own', async () => {
    const end = items.at(-1)
    expect(end).toMatchObject({ kind: 'end', end: 'finished', report: { outcome: 'done' } })
    const branch = end?.kind === 'end' ? end.branch : ''
    const { stdout } = await execute('git', ['ls-tree', '-r', '--name-only', branch], { cwd: project })
    expect(stdout).toContain('src/title.js')
    expect(
      all('unit.merged')
        .map(({ unit }) => unit)
        .toSorted(),
    ).toEqual(['slug', 'title', 'words'])
  })

  it('S3-22 sends a unit back that failed its checks, and one that its reviewer refused, and merges both after', () => {
    const failed = all('verdict.given')
      .filter(({ verdict }) => verdict === 'revise')
      .map(({ path }) => path)
    expect(failed.toSorted()).toEqual(['slug/verify', 'words/review'])
  })

  it('S3-12 tells what starts, fails with its checks and attempt, and is done with its score, and how far the whole is', () => {
    const notes = items.flatMap((item) => (item.kind === 'event' ? item.notes : []))
    expect(notes).toContainEqual({ note: 'started', unit: 'slug', title: 'Make slugs' })
    const failed = { note: 'failed', unit: 'slug', phase: 'verify', checks: { passed: 0, total: 1 }, attempt: 1, of: 3 }
    expect(notes).toContainEqual(expect.objectContaining(failed))
    const done = { note: 'done', unit: 'slug', how: 'merged', checks: { passed: 1, total: 1 } }
    expect(notes).toContainEqual(expect.objectContaining(done))
    expect(notes.findLast(({ note }) => note === 'progress')).toMatchObject({ done: 3, failed: 0, left: 0, total: 3 })
  })

  it('U-32 a scripted run costs nothing and names no model', () => {
    const doing = new Map(all('attempt.intended').map(({ key, task }) => [key, task.do]))
    const ended = all('attempt.finished')
    expect(new Set(ended.map(({ key }) => doing.get(key)))).toEqual(
      new Set(['plan', 'work', 'judge', 'check', 'integrate', 'merge', 'remove-tree']),
    )
    for (const { usage } of ended) expect(usage).toMatchObject({ inputTokens: 0, outputTokens: 0, costMicros: 0 })
    const agents = items.flatMap((item) => (item.kind === 'event' ? item.notes : [])).filter(isAgent)
    expect(new Set(agents.map(({ model }) => model))).toEqual(new Set([null]))
    for (const { task } of all('attempt.intended'))
      if ('route' in task) expect([task.route?.model, task.route?.resolved]).toEqual([undefined, undefined])
  })

  it('S3-10 works on independent units at the same time, and on the dependent one after both', () => {
    const [slug, words, title] = ['slug', 'words', 'title'].map((unit) => spanOf(unit))
    expect(slug?.start).toBeLessThan(words?.end ?? 0)
    expect(words?.start).toBeLessThan(slug?.end ?? 0)
    expect(title?.start).toBeGreaterThanOrEqual(Math.max(slug?.end ?? 0, words?.end ?? 0))
  })

  /** From the first dispatch of a unit to its merge, as places in the journal. */
  function spanOf(unit: string): { start: number; end: number } {
    const place = (is: (event: Event) => boolean): number =>
      items.findIndex((item) => item.kind === 'event' && is(item.event))
    return {
      start: place((event) => event.type === 'attempt.intended' && event.task.unit === unit),
      end: place((event) => event.type === 'unit.merged' && event.unit === unit),
    }
  }

  it('I-27 leaves the checkout of the project as it was', async () => {
    const { stdout } = await execute('git', ['status', '--porcelain', '--branch'], { cwd: project })
    expect(stdout.trim()).toBe('## main')
    expect(existsSync(join(project, 'src/title.js'))).toBe(false)
  })
})
