/**
 * Shared by all commands of humans: which run, what was queued, and which process will act on it. A command that
 * answers a run without a process makes this process drive it, unless a flag says otherwise or no agent is configured.
 */
import { z } from 'zod'
import type { Forge, PlanView, Refusal, QueuedCommand } from '#forge.ts'
import { say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { step } from '#model/next.ts'
import { success, type Result } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { Next, type RunSummary, type RunView } from '#model/view.ts'
import { drive, DrivenItem, drivingExits, renderDriven } from './driving.ts'
import { RunName, type Done, type Talk } from './operation.ts'
import { whoActs } from './run-text.ts'
import type { Line } from './text/line.ts'
import { renderNow, styledText } from './text/message.ts'

export const Queued = z.object({
  run: z.string(),
  word: z.string(),
  about: z.string().optional().describe('The unit or question that it is about'),
  message: z.string().describe('Id of the message; saying the same again in the same situation is the same message'),
  again: z.boolean().describe('Whether exactly this was waiting already'),
  driver: z.boolean().describe('Whether a living process acts on it now'),
  who: Said,
  next: Next,
})
export type Queued = z.output<typeof Queued>

/** An answer is a stream: the queued command, and then, if this process drives, the output of `resume`. */
export const Answered = z.discriminatedUnion('kind', [
  Queued.extend({ kind: z.literal('said') }),
  ...DrivenItem.options,
])
export type Answered = z.output<typeof Answered>

/** `--run`, for operations whose first argument is something else. */
export const runFlag = { run: RunName }

export const answeringFlags = {
  drive: z.boolean().default(true).describe('Only record the command; do not resume the run'),
  agent: z.string().optional().describe('Which agent does the work if this process resumes the run'),
}
export const answeringExits = drivingExits

export interface Answering {
  readonly run?: string | undefined
  /** Which runs it can be about, where none is named. */
  readonly fits?: (row: RunSummary) => boolean
  readonly drive: boolean
  readonly agent?: string | undefined
}

export type Choose = (view: RunView, plan: PlanView | undefined) => Result<QueuedCommand, Refusal>

/** For answers: a run without questions is ignored while another one has some. */
export const asksSomething = ({ questions }: RunSummary): boolean => questions > 0

/** Queues a command for the chosen run. */
export async function queue(
  forge: Forge,
  wanted: string | undefined,
  choose: Choose,
  fits?: (row: RunSummary) => boolean,
): Promise<Result<{ value: Queued }, Refusal>> {
  const row = await forge.chooseRun(wanted, fits)
  if (!row.ok) return row
  const { run } = row.value
  let said: QueuedCommand | undefined
  const left = await forge.say(run, (view, plan) => {
    const word = choose(view, plan)
    if (word.ok) said = word.value
    return word
  })
  if (!left.ok) return left
  const isDriven = (await forge.heard(run)) === 'driver'
  const { text, next } = whoActs(run, isDriven ? 'driven' : 'alone')
  const about = said === undefined ? undefined : aboutOf(said)
  return success({
    value: {
      run,
      word: said?.type ?? '',
      ...defined({ about }),
      message: left.value.message,
      again: left.value.how === 'again',
      driver: isDriven,
      who: text,
      next: [next],
    },
  })
}

/** Queues it, and resumes the run here when no other process drives it. */
export async function answer(
  forge: Forge,
  input: Answering,
  choose: Choose,
  talk: Talk<Answered>,
): Promise<Result<Done<Answered>, Refusal>> {
  const left = await queue(forge, input.run, choose, input.fits)
  if (!left.ok) return left
  const { value: said } = left.value
  const flags = defined({ agent: input.agent })
  const config = said.driver || !input.drive ? undefined : await forge.config(flags)
  const mayDrive =
    config?.ok === true && (config.value.settings.agent ?? (await agentOf(forge, said.run))) !== undefined
  const who = mayDrive ? say('process.resumesHere') : said.who
  talk.emit({ kind: 'said', ...said, who })
  if (config?.ok === false) talk.say(say('command.cannotResume', { why: config.failure.message }))
  if (!mayDrive) return success({ next: said.next })
  const consent = { yes: false, allowPlanCommands: false, allowGateChanges: false }
  const driven = await drive(forge, { resume: said.run }, { ...flags, ...consent }, talk)
  // Another process was faster: it will read the command.
  return !driven.ok && driven.failure.exit === 'held' ? success({ next: [step('status', { run: said.run })] }) : driven
}

/** The agent named when the run was started. */
async function agentOf(forge: Forge, run: string): Promise<string | undefined> {
  const view = await forge.view(run)
  return view.ok ? view.value.agent : undefined
}

function aboutOf(word: QueuedCommand): string | undefined {
  if (word.type === 'add') return undefined
  if ('unit' in word) return word.unit
  return 'question' in word ? word.question : undefined
}

export function renderQueued({ run, word, about, again, who }: Queued): readonly Line[] {
  const named = `${word}${about === undefined ? '' : ` ${about}`}`
  return [[styledText(again ? 'command.alreadyRecorded' : 'command.recorded', { word: named, run })], renderNow(who)]
}

export function renderAnswered(item: Answered): readonly Line[] {
  return item.kind === 'said' ? renderQueued(item) : renderDriven(item)
}
