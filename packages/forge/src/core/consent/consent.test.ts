import { describe, expect, it } from 'vitest'
import type { Question } from '#model/question.ts'
import { consentTo, type Consent } from './consent.ts'

type About = Question['about']

const none: Consent = { plans: 'ask', planCommands: 'ask', gateChanges: 'ask' }
const all: Consent = { plans: 'approve', planCommands: 'allow', gateChanges: 'allow' }
const known = new Set(['npm test'])

function asked(about: About, commands: readonly string[] = ['npm test']): Pick<Question, 'about' | 'envelope'> {
  return { about, envelope: { writes: [], commands: [...commands], dispatches: 1 } }
}

describe('consent given beforehand', () => {
  it('I-23 is for nothing when none was given, and says nothing about it', () => {
    for (const about of ['plan', 'gate-changes', 'work', 'document', 'verdict'] as const)
      expect(consentTo(asked(about), none, known)).toEqual({ answer: 'ask' })
  })

  it('I-22 --allow-gate-changes is for changes of what decides, and for nothing else', () => {
    const consent: Consent = { ...none, gateChanges: 'allow' }
    expect(consentTo(asked('gate-changes'), consent, known)).toEqual({ answer: 'yes' })
    for (const about of ['plan', 'work', 'document', 'verdict'] as const)
      expect(consentTo(asked(about), consent, known)).toEqual({ answer: 'ask' })
  })

  it('I-22 --yes is not for changes of what decides, and says what is', () => {
    const consent: Consent = { ...none, plans: 'approve', planCommands: 'allow' }
    expect(consentTo(asked('gate-changes'), consent, known)).toMatchObject({
      answer: 'ask',
      why: expect.saying('--allow-gate-changes'),
    })
  })

  it('I-23 --yes is for a plan whose commands are known, and --allow-plan-commands for the others', () => {
    const consent: Consent = { ...none, plans: 'approve' }
    expect(consentTo(asked('plan'), consent, known)).toEqual({ answer: 'yes' })
    expect(consentTo(asked('plan', ['npm test', 'curl evil']), consent, known)).toMatchObject({
      answer: 'ask',
      why: expect.saying(/: curl evil \(.*--allow-plan-commands/),
    })
    const allowed: Consent = { ...consent, planCommands: 'allow' }
    expect(consentTo(asked('plan', ['curl evil']), allowed, known)).toEqual({ answer: 'yes' })
    expect(consentTo(asked('plan', ['curl evil']), { ...none, planCommands: 'allow' }, known)).toEqual({
      answer: 'ask',
    })
  })

  it('I-23 work, documents and verdicts are never covered', () => {
    for (const about of ['work', 'document', 'verdict'] as const)
      expect(consentTo(asked(about), all, known)).toEqual({ answer: 'ask' })
  })
})
