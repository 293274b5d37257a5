/**
 * Shows a question of a run in full to every watcher; and asks the user at a terminal: yes, modify or abort (S3-08).
 */
import { parseData, writeData } from '#config/data.ts'
import type { Asked, DrivingRequest, Forge, PlanView, Reply } from '#forge.ts'
import { raw, say, several, type Said } from '#messages/said.ts'
import type { Question } from '#model/question.ts'
import { hashOf } from '#model/digest.ts'
import { changesToShow, type GuardedChanges } from './guarded-changes.ts'
import type { Talk } from './operation.ts'
import { shownOf, type PlanShown } from './plan-shown.ts'

/** Emitted so that every watcher sees the question. */
type Shown =
  | { kind: 'plan'; run: string; plan: PlanShown }
  | { kind: 'question'; run: string; key: string; path: string; text: Said; changes?: GuardedChanges }

export function askingOf(forge: Forge, talk: Talk<Shown>): DrivingRequest['ask'] {
  const declined = new Set<string>()
  /** The text that a user left in the editor and that was refused, by question. */
  const drafts = new Map<string, string>()
  return async ({ run, question, plan }, { signal, refused }) => {
    const { key, text } = question
    if (declined.has(key)) return 'no'
    if (refused !== undefined) talk.say(refused)
    else talk.emit(await shownTo(forge, { run, question, plan }))
    const word =
      plan === undefined
        ? await talk.confirm(say('ask.yes', { question: text }), { otherwise: 'no', signal })
        : await askPlan({ talk, view: plan, question, signal, drafts })
    if (word === 'no') declined.add(key)
    return word
  }
}

async function shownTo(forge: Forge, { run, question, plan }: Asked): Promise<Shown> {
  if (plan !== undefined) return { kind: 'plan', run, plan: shownOf(run, plan) }
  const { key, path, text } = question
  return { kind: 'question', run, key, path, text, ...(await changesToShow(forge, run, question)) }
}

interface PlanAsked {
  readonly talk: Talk<Shown>
  readonly view: PlanView
  readonly question: Question
  readonly signal: AbortSignal
  readonly drafts: Map<string, string>
}

/** Accepted answers in every language of the user interface. */
const yesWords = new Set(['y', 'yes', 's', 'sim'])
const noWords = new Set(['', 'a', 'abort', 'abortar', 'n', 'no', 'não', 'nao'])
const modifyWords = new Set(['m', 'modify', 'modificar'])

async function askPlan(asked: PlanAsked): Promise<Reply> {
  const { talk, question, signal } = asked
  for (;;) {
    const hash = question.subject.slice(0, 12)
    const typed = await talk.read(say('plan.ask', { hash }), signal)
    if (typed === 'unasked') return 'unasked'
    const word = typed === 'ended' ? '' : typed.text.trim().toLowerCase()
    if (yesWords.has(word)) return 'yes'
    if (noWords.has(word)) return 'no'
    const change = modifyWords.has(word) ? await modify(asked) : undefined
    if (change !== undefined) return change
    if (signal.aborted) return 'no'
  }
}

/** A note goes to the planner, which plans again; without one the editor opens. Undefined: no change resulted. */
async function modify(asked: PlanAsked): Promise<Reply | undefined> {
  const { talk, view, question, signal, drafts } = asked
  const typed = await talk.read(say('plan.different'), signal)
  if (typed === 'unasked' || typed === 'ended') return undefined
  const note = typed.text.trim()
  if (note !== '') return { note: note.slice(0, 4000) }
  const kept = drafts.get(question.key)
  const edited = await talk.edit(kept === undefined ? draftOf(view) : raw(kept), 'plan.yaml')
  if (!edited.ok) return nothing(talk, edited.failure)
  drafts.set(question.key, edited.value)
  const plan = parseData(edited.value)
  if (!plan.ok) return nothing(talk, say('plan.notYaml', { why: plan.failure }))
  if (plan.value === null || hashOf(plan.value) === hashOf(view.plan)) return nothing(talk, say('plan.unchanged'))
  return { plan: plan.value, unit: view.unit }
}

function nothing(talk: Talk<Shown>, why: Said): undefined {
  talk.say(why)
  return undefined
}

function draftOf({ plan, hash }: PlanView): Said {
  const head = [say('plan.draft', { hash: hash.slice(0, 12) }), say('plan.fields')]
  return several([...head.map((line) => say('plan.comment', { line })), raw(writeData(plan))], '\n')
}
