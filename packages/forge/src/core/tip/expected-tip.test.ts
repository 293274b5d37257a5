import { describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import { decide } from '#core/next/decide.ts'
import { fold } from '#core/state/apply.ts'
import { initialState, type RunState } from '#core/state/state.ts'
import { buildSpec, oidOf, unitOf } from '#testing/builders/index.ts'
import { foreignWords, isForeignAtPublishing, tipCheckOf } from './expected-tip.ts'

const [base, merge, foreign] = [oidOf('base'), oidOf('merge'), oidOf('foreign')]
const spec = buildSpec({ request: 'x', base, environment: 'e'.repeat(64), verify: [] })
const by = { kind: 'operator', name: 'ada' } as const
const begun: RunState = fold(initialState('r'), [
  { type: 'run.created', v: 1, at: 1, run: 'r', spec, definitions: {}, nonce: 'a'.repeat(64) } as unknown as Event,
])
const syncing: Event = { type: 'syncing.intended', v: 1, at: 2, tip: merge, base: oidOf('theirs'), by }
const synced: Event = { type: 'base.synced', v: 1, at: 3, tip: merge, base: oidOf('theirs'), by }
const publishing: Event = { type: 'publishing.intended', v: 1, at: 2, key: 'r/publish@1', commit: base }
const shown = {
  type: 'publishing.finished',
  v: 1,
  at: 4,
  key: 'r/publish@1',
  branch: 'forge/r',
  end: 'published',
} as const
const seenAt = (tip: string): Event => ({ ...shown, foreign: { tip, repository: '/state/control.git' } })
const mergedUnit = { spec: unitOf('a'), status: 'done', phases: {}, generation: 1, merged: { commit: merge } }

describe('where the integration ref stands', () => {
  it('I-19 is known where the journal has it, and where it said before that it would be moved', () => {
    const promised = fold(begun, [syncing])
    expect([base, merge, foreign].map((tip) => tipCheckOf(begun, tip))).toEqual(['expected', 'foreign', 'foreign'])
    expect([base, merge, foreign].map((tip) => tipCheckOf(promised, tip))).toEqual(['expected', 'promised', 'foreign'])
    // Also when the process that promised it died, and the next one promised another commit.
    const again = fold(promised, [{ ...syncing, tip: oidOf('later') }])
    expect(tipCheckOf(again, merge)).toBe('promised')
  })

  it('I-19 is foreign at a commit that it has left', () => {
    expect(tipCheckOf(fold(begun, [syncing, synced]), base)).toBe('foreign')
  })

  it('I-19 may have gone on while a branch was published, and not back', () => {
    const gone = fold(begun, [publishing, syncing, synced])
    expect([base, merge].map((tip) => isForeignAtPublishing(gone, tip))).toEqual([false, false])
    expect(isForeignAtPublishing(gone, foreign)).toBe(true)
    const later = fold(begun, [syncing, synced, { ...publishing, commit: merge }])
    expect(isForeignAtPublishing(later, base)).toBe(true)
  })
})

describe('a foreign integration ref', () => {
  it('I-19 stops the run with the ref, both commits and what to do, until a human goes on', () => {
    const found = fold(begun, [publishing, seenAt(foreign)])
    const stopped = decide(found) as Extract<Event, { type: 'run.stopped' }>
    expect(stopped).toMatchObject({ type: 'run.stopped', rule: 'stop-at-foreign-ref', remedy: { word: 'resume' } })
    expect(stopped.reason).toEqual(
      `refs/forge/r/integration is at ${foreign}, but the journal records ${base}: another program moved it`,
    )
    expect(stopped.remedy.hint).toSay(
      `git --git-dir '/state/control.git' update-ref refs/forge/r/integration ${base} ${foreign}`,
    )
    const resumed = fold(found, [stopped, { type: 'run.resumed', v: 1, at: 5, by }])
    expect(resumed.foreignTip).toBeUndefined()
    expect(resumed.tip).toBe(base)
  })

  it('I-19 stops a run that was done when it was found, after its trees are tidied up; going on looks again', () => {
    const done = fold({ ...begun, units: { a: mergedUnit }, order: ['a'], tip: merge } as unknown as RunState, [
      { type: 'run.finished', v: 1, at: 2, outcome: 'done', reason: raw('all 1 units done') },
      { ...publishing, commit: merge },
    ])
    const found = fold(done, [seenAt(foreign)])
    expect(decide(found)?.type).toBe('tidying.intended')
    const tidied: RunState = { ...found, tidying: { status: 'finished', key: undefined } }
    const stopped = decide(tidied) as Event
    expect(stopped).toMatchObject({ type: 'run.stopped', rule: 'stop-at-foreign-ref', remedy: { word: 'resume' } })
    const halted = fold(tidied, [stopped])
    expect([halted.status, halted.outcome]).toEqual(['stopped', undefined])
    expect(decide(halted)?.type).not.toBe('run.stopped')
    // A human who resumes without having put it back gets the same stop again.
    const resumed = fold(halted, [{ type: 'run.resumed', v: 1, at: 5, by }])
    expect(resumed.publishing.last).toBeUndefined()
    for (const outcome of ['cancelled', 'failed'] as const)
      expect(decide({ ...tidied, outcome })?.type).not.toBe('run.stopped')
    const calm = { ...fold(done, [shown]), tidying: { status: 'finished', key: undefined } } as const
    expect(decide(calm)?.type).not.toBe('run.stopped')
  })

  it('I-19 is landed by nobody', () => {
    const plan = { key: 'r/land@1', branch: 'main', from: base, to: base, tip: base }
    const asked = fold(begun, [{ type: 'landing.asked', v: 1, at: 2, ...plan, by }, publishing, seenAt(foreign)])
    const done = { ...asked, status: 'finished', outcome: 'done', tidying: { status: 'finished', key: undefined } }
    const refused = decide(done as RunState) as Event
    expect(refused).toMatchObject({ type: 'landing.finished', end: { status: 'refused', code: 'foreign-ref' } })
    // The refusal names it; the run is done, and lands on a new request when the ref is back.
    expect(decide(fold(done as RunState, [refused]))?.type).not.toBe('run.stopped')
  })

  it('is named without a place where nobody knows it', () => {
    expect(foreignWords('r', { expected: base, tip: foreign }).hint).toSay(
      'restore the ref: git update-ref refs/forge/r/',
    )
  })
})
