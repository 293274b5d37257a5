import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import type { Event } from '#model/event.ts'
import { Template } from '#model/run.ts'
import type { RunState } from '#core/state/state.ts'
import { coverageOf, verdictsIn, type GivenVerdict } from './coverage.ts'

const judged = { subject: 's', definition: 'd', environment: 'e', prompt: 'p' }

function given(path: string, verdict: 'pass' | 'revise'): Event {
  return { type: 'verdict.given', v: 1, at: 0, path, key: path, verdict, raw: verdict, judged, findings: [] }
}

const templates = {
  piece: Template.parse({
    phases: [
      { name: 'make', kind: 'agent', role: 'worker', yields: 'work' },
      { name: 'look', kind: 'agent', role: 'reviewer', yields: 'verdict', onRevise: 'make' },
      { name: 'skipped', kind: 'gate', require: 'some-change', effect: 'off' },
      { name: 'merge', kind: 'git', op: 'merge' },
    ],
  }),
}

function runOf(...events: Event[]): readonly GivenVerdict[] {
  return verdictsIn({ units: { a: { spec: { template: 'piece' } } } } as unknown as RunState, events)
}

describe('coverage', () => {
  it('U-32 counts phases and edges over all runs, and leaves out what is off', () => {
    const once = runOf(given('a/make', 'pass'), given('a/look', 'revise'))
    const twice = runOf(given('a/make', 'pass'), given('a/look', 'pass'))
    expect(coverageOf(templates, once)).toMatchObject({ phasesTaken: 2, edges: 4, edgesTaken: 2 })
    const both = coverageOf(templates, [...once, ...twice])
    expect(both).toMatchObject({ phasesTaken: 2, edgesTaken: 3 })
    expect(both.phases.map(({ phase }) => phase)).toEqual(['make', 'look', 'merge'])
    expect(both.phases[1]?.times).toEqual({ pass: 1, revise: 1, stop: 0, none: 0 })
  })

  it('U-32 names what no run took, and what it takes; what nobody can take is no edge', () => {
    const more = {
      piece: Template.parse({
        phases: [
          { name: 'plan', kind: 'agent', role: 'planner', yields: 'document', onRevise: 'plan' },
          { name: 'look', kind: 'agent', role: 'r', yields: 'verdict', onRevise: 'plan', vocabulary: { fine: 'pass' } },
          { name: 'verify', kind: 'check', on: 'candidate', onRevise: 'plan' },
        ],
      }),
    }
    const { edges, untaken } = coverageOf(more, runOf(given('a/plan', 'pass'), given('a/verify', 'pass')))
    expect(edges).toBe(5)
    expect(untaken.map(({ phase, edge, why }) => `${phase} ${edge}: ${render(why, 'en')}`)).toEqual([
      'look pass: no reviewer gave this verdict',
      'look revise: the phase has no such verdict',
      'verify revise: only two units that fail together reach this',
    ])
  })
})
