/**
 * What a human's advance yes covers (`--yes`, `--allow-plan-commands`, `--allow-gate-changes`). A question is
 * identified by its subject, never by the name of the phase that asks it: presets choose those names.
 */
import { say, type Said } from '#messages/said.ts'
import { unreachable } from '#model/result.ts'
import type { Question } from '#model/question.ts'

/** What may be answered without asking, by the user's own flags. */
export interface Consent {
  readonly plans: 'ask' | 'approve'
  /** Commands that a plan brings and the configuration does not have. */
  readonly planCommands: 'ask' | 'allow'
  /** Guarded changes (I-22). */
  readonly gateChanges: 'ask' | 'allow'
}

/** `why` is there when the user gave an advance yes that does not cover this question. */
export type Consented = { readonly answer: 'yes' } | { readonly answer: 'ask'; readonly why?: Said }

const yes: Consented = { answer: 'yes' }
const ask: Consented = { answer: 'ask' }

/** `known` are the commands of the configuration. */
export function consentTo(
  { about, envelope }: Pick<Question, 'about' | 'envelope'>,
  consent: Consent,
  known: ReadonlySet<string>,
): Consented {
  switch (about) {
    case 'plan':
      return consentToPlan(envelope.commands, consent, known)
    case 'gate-changes':
      if (consent.gateChanges === 'allow') return yes
      if (consent.plans === 'ask') return ask
      return { answer: 'ask', why: say('question.guardedChange') }
    // A yes to plans covers plans only: these wait for a human to look at them.
    case 'work':
    case 'document':
    case 'verdict':
      return ask
    default:
      return unreachable(about)
  }
}

function consentToPlan(commands: readonly string[], consent: Consent, known: ReadonlySet<string>): Consented {
  if (consent.plans === 'ask') return ask
  const foreign = commands.filter((command) => !known.has(command))
  if (foreign.length === 0 || consent.planCommands === 'allow') return yes
  const why = say('plan.bringsNewCommands', { commands: foreign.join(' · ') })
  return { answer: 'ask', why }
}
