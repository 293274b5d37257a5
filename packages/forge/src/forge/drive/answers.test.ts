import { describe, expect, it } from 'vitest'
import type { Config } from '#config/load.ts'
import { runCore } from '#core/next/core.ts'
import { raw, type Said } from '#messages/said.ts'
import { operator } from '#testing/builders/index.ts'
import { hashText } from '#model/digest.ts'
import type { Question } from '#model/question.ts'
import { answerFor, type Questions } from './answers.ts'

const parts = {
  config: { settings: { verify: [{ name: 'test', run: 'npm test' }] } } as unknown as Config,
  env: {},
  home: '/nowhere',
  by: operator,
  now: () => 1,
}

function answered(asked: Pick<Question, 'path' | 'about'>, consent: Partial<Questions['consent']>) {
  const said: Said[] = []
  const question: Question = {
    ...asked,
    key: `run/0/${asked.path}#1`,
    text: raw('Go on?'),
    options: ['approve', 'reject'],
    subject: hashText('this'),
    envelope: { writes: [], commands: [], dispatches: 1 },
  }
  const state = { ...runCore.initial('run'), questions: { [question.key]: question } }
  const answer = answerFor(state, parts, {
    consent: { plans: 'ask', planCommands: 'ask', gateChanges: 'ask', ...consent },
    say: (text) => said.push(text),
    ask: () => Promise.resolve('unasked'),
  })
  return { answer, said }
}

describe('what was consented to beforehand', () => {
  it('I-23 a plan is not approved by --allow-gate-changes because its phase is called gate-changes', () => {
    const plan = { path: 'plan/gate-changes', about: 'plan' } as const
    expect(answered(plan, { gateChanges: 'allow' })).toEqual({ answer: undefined, said: [] })
    expect(answered(plan, { plans: 'approve' }).answer).toMatchObject({ type: 'approve', by: operator })
  })

  it('I-22 changes of what decides are covered by --allow-gate-changes under any name, and only by it', () => {
    const changes = { path: 'shop/let-it', about: 'gate-changes' } as const
    expect(answered(changes, { gateChanges: 'allow' }).answer).toMatchObject({ type: 'approve', by: operator })
    expect(answered(changes, { plans: 'approve', planCommands: 'allow' })).toMatchObject({
      answer: undefined,
      said: [expect.saying('--allow-gate-changes')],
    })
  })
})
