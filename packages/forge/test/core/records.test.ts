/** Summaries of phases: bounded by their schema, stamped by Forge, told to the phases that come after. */
import { describe, expect, it } from 'vitest'
import type { OpenAttempt } from '#core/state/state.ts'
import type { Outcome } from '#model/attempt.ts'
import { PhaseRecord } from '#model/phase-record.ts'
import { jsonOf, planOf, specFor, unitOf } from '#testing/builders/index.ts'
import { settle, usual } from './script.ts'
import { eventsOf, worldOf, type World } from './world.ts'

const many = Array.from({ length: 250 }, (_, index) => `src/part-${String(index).padStart(3, '0')}.ts`)
const title = 'Make it so. '.repeat(25).trim()
const plan = planOf([unitOf('fix', { title, pipeline: 'route-a', writes: ['src/'] })])

function played(keyChanges: (attempt: OpenAttempt) => unknown): World {
  const world = worldOf(1, specFor('bug'))
  return settle(world, {
    plan,
    answer(attempt, at): Outcome | undefined {
      const good = usual(at, attempt, plan)
      if (good.status === 'judged') {
        const { nonce } = attempt.task as { nonce: string }
        const claims = Array.from({ length: 15 }, (_, index) => `note ${index} ${'x'.repeat(400)}`)
        const findings = claims.map((claim) => ({ severity: 'note', category: 'style', claim }))
        return { status: 'judged', answer: jsonOf({ nonce, verdict: 'approved', findings, summary: 'read it all' }) }
      }
      if (good.status !== 'worked') return undefined
      const answer = { ...(good.answer as object), note: 'built it', keyChanges: keyChanges(attempt) }
      return { ...good, answer: jsonOf(answer), changed: many }
    },
  })
}

function records(world: World): Record<string, PhaseRecord> {
  const found: Record<string, PhaseRecord> = {}
  for (const event of eventsOf(world))
    if (event.type === 'verdict.given' && event.record !== undefined)
      found[event.path] = PhaseRecord.parse(event.record)
  return found
}

describe('the summary of a phase', { timeout: 60_000 }, () => {
  it('R-02 is bounded and stamped by Forge: objective, changes, findings, verdict, time, artifact, route, files', () => {
    const world = played(() => ['parses dates', 'drops the old reader'])
    const { 'fix/implement': work, 'fix/review-code': review } = records(world)
    expect(work).toMatchObject({ keyChanges: ['parses dates', 'drops the old reader'], verdict: 'n/a', route: 'A' })
    expect(work?.objective).toHaveLength(280)
    expect(work?.artifactRef).toBe(`commit:${world.state.units['fix']?.head?.commit}`)
    expect(work?.filesChanged).toEqual(many.slice(0, 100))
    expect(review).toMatchObject({ verdict: 'approved', route: 'A', filesChanged: [] })
    expect(review?.findings).toHaveLength(12)
    expect(review?.findings.every((line) => line.length === 200)).toBe(true)
    const finished = eventsOf(world).find((event) => event.type === 'verdict.given' && event.path === 'fix/implement')
    expect(work?.writtenAt).toBe(finished?.at)
  })

  it('R-02 an answer past the bounds is refused by its field, and asked for again', () => {
    const world = played(({ task }) =>
      'variant' in task && task.variant === 'corrected' ? ['short'] : Array.from({ length: 13 }, () => 'y'.repeat(201)),
    )
    const refused = eventsOf(world).find((event) => event.type === 'verdict.given' && event.path === 'fix/implement')
    expect(refused).toMatchObject({ verdict: 'none', failure: { tag: 'invalid' } })
    expect(JSON.stringify(refused)).toMatch(/keyChanges: .*12/)
    expect(refused).not.toHaveProperty('record')
    expect(records(world)['fix/implement']?.keyChanges).toEqual(['short'])
  })

  it('R-02 what was changed is told to the phases that come after', () => {
    const world = played(() => ['parses dates'])
    const told = eventsOf(world).flatMap((event) =>
      event.type === 'attempt.intended' && event.path === 'fix/review-code' && event.task.do === 'judge'
        ? (event.task.context?.summaries ?? [])
        : [],
    )
    expect(told).toEqual([expect.objectContaining({ phase: 'implement', keyChanges: ['parses dates'] })])
  })
})
