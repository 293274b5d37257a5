/** What is told while a run goes on, as data and as lines: nothing is left out, and nothing is told that is not so. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldNotices, initialNews } from '#core/views/notices.ts'
import type { Forge } from '#forge.ts'
import { refusal } from '#forge/refusal.ts'
import { say, type Said } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import type { Note } from '#model/note.ts'
import { failed, success } from '#model/result.ts'
import type { Routing } from '#model/route.ts'
import { drive, renderDriven } from '#surfaces/operations/driving.ts'
import { checkResult, failures, planOf, routingOf, unitOf } from '#testing/builders/index.ts'
import { runs } from '../runs.ts'
import { plainOf } from './plain.ts'
import { cursed, game, kind, play, wild } from './play.ts'
import { failing, settle, startScript } from './script.ts'
import { eventsOf, trail, type World, viewIn } from './world.ts'

function told(world: World): { readonly event: Event; readonly notes: readonly Note[] }[] {
  let news = initialNews(world.state.run)
  return eventsOf(world).map((event) => {
    const next = foldNotices(news, event)
    news = next.news
    return { event, notes: next.notes }
  })
}

function linesOf(world: World): string[] {
  return told(world).flatMap(({ event, notes }, index) =>
    renderDriven({ kind: 'event', run: 'toy', seq: index + 1, event, notes: [...notes] }).map(plainOf),
  )
}

const verify = ['lint', 'test'].map((name) => ({ name, run: `npm run ${name}`, cwd: '.', timeoutMs: 1000 }))

/** `a` fails one of two checks once, `b` is blocked, `c` waits for both in vain. */
function run(): World {
  let tries = 0
  const plan = planOf([unitOf('a', { verify }), unitOf('b'), unitOf('c', { depends: ['b'] })])
  return settle(startScript(), {
    plan,
    answer: ({ unit, phase }) => {
      if (unit === 'b' && phase === 'implement') return failing(failures.blocked)
      if (unit !== 'a' || phase !== 'verify' || tries++ > 0) return undefined
      return { status: 'checked', results: [checkResult('lint', 0), checkResult('test', 1)] }
    },
  })
}

describe('what is told', { timeout: 30_000 }, () => {
  it('S3-12 start, failure with checks and attempt, blocked with its reason, done with its score, progress after each', () => {
    const lines = linesOf(run())
    for (const line of [
      '[forge] ▶ a starts "Unit a"',
      '[forge] ✗ a verify: test exited 1 (1/2 checks passed, score 0.50, attempt 1 of 3)',
      '[forge] ⊘ b blocked "Unit b": the agent is blocked: cannot go on',
      '[forge] Progress: 0/3 units done, 1 failed, 2 left',
      '[forge] ✓ a merged "Unit a": 2/2 checks passed, score 1.00',
      '[forge] Progress: 1/3 units done, 1 failed, 1 left',
    ])
      expect(lines).toContain(line)
    expect(lines.indexOf('[forge] ▶ a starts "Unit a"')).toBeLessThan(lines.indexOf('[forge] ▸ a implement'))
  })

  it('S3-01 every line begins with the name of Forge, and every part of the run is announced, once and in order', () => {
    const lines = linesOf(run())
    for (const line of lines) expect(line).toMatch(/^\[forge\] /)
    expect(lines.filter((line) => line.includes('──'))).toEqual([
      '[forge] ── Plan',
      '[forge] ── Work on 3 units',
      '[forge] ── Verify the whole',
    ])
  })

  it('S3-01 begins with a banner: which Forge, and which run', async () => {
    const said: Said[] = []
    const forge = {
      trust: { standing: () => Promise.resolve(success({ state: 'nothing' })) },
      drive(request: Parameters<Forge['drive']>[0]) {
        request.onRun('toy')
        return Promise.resolve(failed(refusal('closed', say('run.released'))))
      },
    } as unknown as Forge
    const talk = { signal: new AbortController().signal, say: (text: Said) => said.push(text) } as never
    const input = { yes: false, allowPlanCommands: false, allowGateChanges: false }
    await drive(forge, { begin: { preset: 'build', request: 'Build it' } } as never, input, talk)
    expect(said).toEqual([expect.saying(/^Forge \d+\.\d+\.\d+\S*, run toy$/)])
  })

  it.each([
    ['tiers: tier and model', { kind: 'unknown' }, '[standard → middle-1]'],
    ['one model for everything: the model alone', { kind: 'single', model: 'only-1' }, '[only-1]'],
  ] as const)('S0-10 each phase is announced with its task and what answers it; %s', (_what, cluster, shown) => {
    expect(announced(routingOf({ cluster }))).toEqual(['[forge]', shown])
  })

  it.each([
    ['the model that stands in its name', { '': 'own-1' }, '[own-1]'],
    ['none, where it runs without one', { '': null }, '[no model]'],
    ['the one that the agent chooses, where nobody knows it', {}, "[the agent's own default]"],
  ] as const)('S0-10 an agent that is told no model is announced with %s', (_what, own, shown) => {
    expect(announced(routingOf({ canonical: {}, own }))).toEqual(['[forge]', shown])
  })

  function announced(routing: Routing): readonly string[] | null | undefined {
    const badges = { worker: { noun: 'engineer', title: 'Engineer' } }
    const world = settle(startScript({ badges, routing }), { plan: planOf([unitOf('a')]) })
    const line = linesOf(world).find((each) => each.includes('a implement'))
    expect(line).toMatch(/Engineer {2}a implement \[/)
    return line?.match(/\[[^\]]*\]/g)
  }

  it('S0-38 S0-39 tells completed, failed, revision, approved and escalated apart, and each has its event', () => {
    const badges = { worker: { noun: 'engineer' }, reviewer: { noun: 'supervisor' } }
    const signalsOf = (verdict: 'revise' | 'approve') => {
      const world = settle(startScript({ badges }), {
        plan: planOf([unitOf('a')]),
        answer: ({ task, unit }) =>
          task.do === 'judge' && unit === 'a'
            ? { status: 'judged', answer: { nonce: task.nonce, verdict, summary: 'not yet' } }
            : undefined,
      })
      return { lines: linesOf(world), types: new Set(eventsOf(world).map(({ type }) => type)) }
    }
    const { lines, types } = signalsOf('revise')
    for (const line of [
      '[forge] ✓ a implement: completed',
      '[forge] ✗ a review: not yet (attempt 1 of 3)',
      '[forge] ↻ a review: changes requested (round 1)',
    ])
      expect(lines).toContain(line)
    expect(lines.filter((line) => line.startsWith('[forge] ⚠ a needs a human: '))).toHaveLength(1)
    for (const type of ['verdict.given', 'recovery.chosen', 'unit.stopped'] as const) expect(types).toContain(type)
    expect(signalsOf('approve').lines).toContain('[forge] ✓ a review: approved')
  })

  it('S3-28 a unit that is given up after its attempts says so in a line with the number of attempts', () => {
    const world = settle(startScript(), {
      plan: planOf([unitOf('a')]),
      answer: (attempt) =>
        attempt.phase === 'verify' && attempt.unit === 'a'
          ? { status: 'checked', results: [checkResult('test', 1)] }
          : undefined,
    })
    const lines = linesOf(world).filter((line) => /[✗⊘]/.test(line))
    expect(lines).toEqual([
      '[forge] ✗ a verify: test exited 1 (0/1 checks passed, score 0.00, attempt 1 of 3)',
      '[forge] ✗ a verify: test exited 1 (0/1 checks passed, score 0.00, attempt 2 of 3)',
      '[forge] ✗ a verify: test exited 1 (0/1 checks passed, score 0.00, attempt 3 of 3)',
      '[forge] ⊘ a blocked "Unit a": not met after 2 repairs, which is the limit; last: test exited 1',
    ])
    const row = viewIn(world).units.find(({ id }) => id === 'a')
    expect(row).toMatchObject({
      status: 'stopped',
      notes: expect.saying('not met after 2 repairs'),
    })
  })

  it('S3-12 whatever happens: one start per unit at most before its first end, an end for every end, sums that add up', () => {
    fc.assert(
      fc.property(game(200), fc.constantFrom(wild, cursed, kind), (drawn, habits) => {
        const world = play(drawn, habits)
        const after = [...trail(world)]
        for (const [index, { event, notes }] of told(world).entries()) {
          const has = (note: Note['note']): boolean => notes.some((one) => one.note === note)
          if (event.type === 'unit.stopped') expect(has('blocked')).toBe(true)
          if (event.type === 'unit.merged') expect(has('done')).toBe(true)
          if (event.type === 'verdict.given') expect(has('failed')).toBe(event.verdict !== 'pass')
          for (const note of notes) {
            if (note.note === 'started') expect(after[index]?.after.units[note.unit]?.dispatches).toBe(1)
            if (note.note === 'progress') expect(note.done + note.failed + note.left).toBe(note.total)
            if (note.note === 'failed' && note.of !== undefined) expect(note.attempt).toBeLessThanOrEqual(note.of)
          }
        }
      }),
      { numRuns: runs(60) },
    )
  })
})
