import { describe, expect, it } from 'vitest'
import { raw, type Said } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import type { RunSpec } from '#model/run.ts'
import type { Message } from '#model/message.ts'
import { finishedMessage, grantMessage, specOf, startMessage } from '#testing/builders/index.ts'
import { runCore } from './core.ts'

function start(settings: Partial<RunSpec>): readonly Event[] {
  return runCore.step(runCore.initial('toy'), startMessage({ id: 'm1', at: 1 }, specOf(settings)))
}

const refusal = (settings: Partial<RunSpec>): Said | undefined =>
  start(settings).find((event) => event.type === 'command.refused')?.why
const [plan] = specOf().units

describe('a start', () => {
  it('U-03 makes a run of a sound specification', () => {
    expect(start({}).map(({ type }) => type)).toEqual(['run.created', 'graph.changed', 'capacity.asked'])
  })

  it('U-03 (I-15) is refused when the specification names what it does not have', () => {
    if (plan === undefined) throw new Error('the preset has no unit')
    expect(refusal({ units: [{ ...plan, template: 'nothing' }] })).toSay(/template nothing, which does not exist/)
    expect(refusal({ units: [{ ...plan, depends: ['nobody'] }] })).toSay(/depends on nobody, which does not exist/)
    expect(refusal({ units: [plan, plan] })).toEqual('two units have the same id')
  })

  it('U-03 (I-15) is refused when units wait for each other', () => {
    if (plan === undefined) throw new Error('the preset has no unit')
    const other = { ...plan, id: 'other', after: ['plan'] }
    expect(refusal({ units: [{ ...plan, depends: ['other'] }, other] })).toSay(/form a cycle: plan → other → plan/)
  })

  it('U-03 is refused when work would be sent back to a phase that comes later or not at all', () => {
    const { templates } = specOf()
    const final = {
      onStop: 'continue' as const,
      phases: [
        {
          name: 'verify',
          kind: 'check' as const,
          on: 'tip' as const,
          effect: 'blocking' as const,
          commands: [],
          onRevise: 'mend',
        },
      ],
    }
    expect(refusal({ templates: { ...templates, final } })).toSay(
      /sends work back to mend, which is not an earlier phase/,
    )
  })

  it('U-20 of a run that exists is refused', () => {
    const events = start({})
    const again = runCore.step(
      runCore.fold(runCore.initial('toy'), events),
      startMessage({ id: 'm2', at: 2 }, specOf()),
    )
    expect(again.map(({ type }) => type)).toEqual(['command.refused'])
  })

  it('U-20 is the only word that a run which does not exist listens to', () => {
    const by = { kind: 'operator', name: 'ada' } as const
    const words: Message[] = [
      { type: 'pause', id: 'm1', at: 1, by, reason: raw('wait') },
      { type: 'raise', id: 'm2', at: 1, by, limits: { dispatches: 1, unitDispatches: 1 } },
      { type: 'timer', id: 'm3', at: 1, key: 'toy/timer/a@1' },
      { type: 'retry', id: 'm4', at: 1, by, unit: 'a' },
      grantMessage({ id: 'm5', at: 1 }, {}),
      finishedMessage({ id: 'm6', at: 1 }, { key: 'toy/0/plan/draft#1', outcome: { status: 'planned', answer: null } }),
    ]
    for (const word of words) {
      const events = runCore.step(runCore.initial('toy'), word)
      expect(events.map(({ type }) => type)).toEqual(['command.refused'])
      expect(runCore.open(runCore.fold(runCore.initial('toy'), events))).toEqual([])
    }
  })
})
