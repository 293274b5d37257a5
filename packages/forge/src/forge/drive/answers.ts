/** Answers the questions of a run: from the user's advance consent, or by asking the user now. */
import type { Config } from '#config/load.ts'
import { consentTo, type Consent } from '#core/consent/consent.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import type { Said } from '#messages/said.ts'
import { hashOf } from '#model/digest.ts'
import type { Json } from '#model/json.ts'
import type { Message } from '#model/message.ts'
import type { Principal, Question } from '#model/question.ts'
import { redactorFor } from '#forge/world/secrets.ts'
import type { Environment } from '#forge/place/places.ts'
import { redacted } from '#forge/world/redacted-ports.ts'

interface HowAsked {
  /** Aborted when the question was answered elsewhere. */
  readonly signal: AbortSignal
  /** Why the previous answer was refused. */
  readonly refused?: Said
}

/** Yes; no, for now; no user there; no, with what should be different; or the plan as edited by the user. */
export type Reply =
  | 'yes'
  | 'no'
  | 'unasked'
  | { readonly note: string }
  | { readonly plan: Json; readonly unit: string }

/** How questions reach the user. */
export interface Questions {
  readonly consent: Consent
  readonly say: (said: Said) => void
  /** Asks the user, if one is there. */
  readonly ask: (state: RunState, question: Question, how: HowAsked) => Promise<Reply>
}

interface Answering {
  readonly config: Config
  readonly env: Environment
  readonly home: string
  readonly by: Principal
  readonly now: () => number
}

/**
 * Answers from the user's advance consent: to plans, but by default only with commands of the configuration and without
 * guarded changes.
 */
export function answerFor(
  state: RunState,
  { config, by, now }: Answering,
  { consent, say }: Questions,
): Message | undefined {
  const known = new Set(config.settings.verify.map(({ run }) => run))
  for (const question of Object.values(state.questions)) {
    const consented = consentTo(question, consent, known)
    if (consented.answer === 'yes') return yesTo(question, by, now())
    if (consented.why !== undefined) say(consented.why)
  }
  return undefined
}

/** What the user did not consent to in advance, they may answer now; a yes is bound to what was shown. */
export async function askFor(
  state: RunState,
  { parts, request, signal }: { parts: Answering; request: Questions; signal: AbortSignal },
): Promise<Message | undefined> {
  const redactor = await redactorFor(parts, parts.config.settings)
  for (const question of Object.values(state.questions)) {
    let how: HowAsked = { signal }
    for (;;) {
      const said = await request.ask(state, question, how)
      if (said === 'unasked' || signal.aborted) return undefined
      if (said === 'no') break
      const message = messageOf(redacted(said, redactor), question, parts)
      const refused = runCore.step(state, message).find((event) => event.type === 'command.refused')
      if (refused === undefined) return message
      how = { signal, refused: refused.why }
    }
  }
  return undefined
}

function messageOf(said: Exclude<Reply, 'no' | 'unasked'>, question: Question, parts: Answering): Message {
  const [at, by] = [parts.now(), parts.by]
  if (said === 'yes') return yesTo(question, by, at)
  const { key, subject } = question
  if ('note' in said) return { type: 'reject', id: `no ${key}`, at, question: key, subject, by, note: said.note }
  return { type: 'edit', id: `edit ${key} ${hashOf(said.plan)}`, at, unit: said.unit, plan: said.plan, by }
}

function yesTo({ key, subject }: Question, by: Principal, at: number): Message {
  return { type: 'approve', id: `yes ${key}`, at, question: key, subject, by }
}
