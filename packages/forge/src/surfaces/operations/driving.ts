/** Shared by `build` and `resume`: they drive, print what happens line by line, and end in a report. */
import { z } from 'zod'
import type { Driven, DrivingRequest, Forge, Refusal } from '#forge.ts'
import type { Exit } from '#forge/refusal.ts'
import { say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { Event } from '#model/event.ts'
import { Note } from '#model/note.ts'
import { failed, success, type Result } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { askingOf } from './asking.ts'
import { changeLines, GuardedChanges } from './guarded-changes.ts'
import { limitSettings, type LimitInput } from './limit-flags.ts'
import type { Done, Talk } from './operation.ts'
import { renderPlan } from './plan-lines.ts'
import { PlanShown } from './plan-shown.ts'
import { renderReport, Report, reportOf } from './report.ts'
import { nextBut, spentMoney } from './run-text.ts'
import { statusLines } from './status-lines.ts'
import { dim, spansOf, toned, type Line } from './text/line.ts'
import { renderNow, styledText } from './text/message.ts'
import { trustFlag, untrusted } from './trusting.ts'
import { version } from '#version.ts'

/** A driven run is a stream: the events as they are recorded, what waits for an answer, and one end. */
export const DrivenItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    run: z.string(),
    seq: z.number(),
    event: Event,
    notes: z.array(Note).readonly().describe('What is worth telling about it'),
  }),
  z.object({ kind: z.literal('plan'), run: z.string(), plan: PlanShown }).describe('A plan that waits for an answer'),
  z
    .object({
      kind: z.literal('question'),
      run: z.string(),
      key: z.string(),
      path: z.string(),
      text: Said,
      changes: GuardedChanges.optional().describe('Of what decides whether work passes, where that is asked about'),
    })
    .describe('Anything else that waits for an answer'),
  z.object({
    kind: z.literal('end'),
    run: z.string(),
    end: z
      .enum(['finished', 'waiting', 'stopped', 'interrupted', 'parked'])
      .describe('parked: every account is limited; resume it later'),
    branch: z.string().optional().describe('Branch in your repository that holds what is merged'),
    report: Report,
  }),
  z
    .object({
      kind: z.literal('diagnosis'),
      run: z.string(),
      text: z.string().optional().describe('What the advisor thinks; it has changed nothing'),
      nothing: Said.optional().describe('Why there is none'),
      tokens: z.number(),
      costMicros: z.number(),
      estimatedMicros: z.number(),
    })
    .describe('After a halt, where an advisor is wanted'),
])
export type DrivenItem = z.output<typeof DrivenItem>

export const drivingFlags = {
  ...trustFlag,
  agent: z.string().optional().describe('Which agent does the work, such as scripted:rehearsal.yaml'),
  account: z.string().min(1).max(63).optional().describe('Which account pays first (forge accounts list)'),
  yes: z
    .boolean()
    .default(false)
    .describe('Approve plans; Forge still asks about commands that are not in the configuration'),
  allowPlanCommands: z.boolean().default(false).describe('With --yes: also run commands that are only in the plan'),
  advise: z
    .boolean()
    .default(false)
    .describe('After a halt, let a strong model with read-only access look for the cause'),
  allowGateChanges: z
    .boolean()
    .default(false)
    .describe(
      'Do not ask when units disable tests or change test runners, package scripts, lockfiles, CI or the settings of Forge',
    ),
}

export const drivingExits = {
  waiting: 'a human must answer first; Forge prints the command',
  agent: 'no agent is configured, or it cannot be started',
  unsuccessful: 'the run ended, and not all of it succeeded',
  limit: 'a limit was reached',
  held: 'another Forge process is working on the run',
} as const

export interface DrivingInput extends LimitInput {
  readonly agent?: string | undefined
  readonly account?: string | undefined
  readonly yes: boolean
  readonly allowPlanCommands: boolean
  readonly advise?: boolean | undefined
  readonly allowGateChanges: boolean
  readonly trust?: string | undefined
}

export async function drive(
  forge: Forge,
  what: DrivingRequest['what'],
  input: DrivingInput,
  talk: Talk<DrivenItem>,
): Promise<Result<Done<DrivenItem>, Refusal>> {
  const stranger = await untrusted(forge, input.trust, talk)
  if (stranger !== undefined) return failed(stranger)
  let run = ''
  const driven = await forge.drive(
    {
      what,
      ...defined({ account: input.account }),
      consent: {
        plans: input.yes ? 'approve' : 'ask',
        planCommands: input.allowPlanCommands ? 'allow' : 'ask',
        gateChanges: input.allowGateChanges ? 'allow' : 'ask',
      },
      signal: talk.signal,
      onRun(id) {
        run = id
        talk.say(say('run.named', { version, run: id }))
      },
      onEvent: (told) => talk.emit({ kind: 'event', run, ...told }),
      say: (text) => talk.say(text),
      ask: askingOf(forge, talk),
    },
    { ...defined({ agent: input.agent }), ...limitSettings(input) },
  )
  if (!driven.ok) return driven
  const { end, branch, view } = driven.value
  talk.emit({ kind: 'end', run, end, branch, report: reportOf(view) })
  if (end !== 'interrupted' && view.hasHalted) await tellDiagnosis(forge, run, input, talk)
  return success({ exit: exitOf(driven.value), next: nextBut(view, 'status') })
}

/** After the remedies, and awaited, so that the user sees it. */
async function tellDiagnosis(forge: Forge, run: string, input: DrivingInput, talk: Talk<DrivenItem>): Promise<void> {
  const flags = {
    ...defined({ agent: input.agent }),
    ...(input.advise === true ? { advisor: 'on' } : {}),
  }
  const found = await forge.advise(run, { signal: talk.signal, say: (text) => talk.say(text) }, flags)
  if (found === undefined) return
  const { said: words, ...spent } = found
  talk.emit({ kind: 'diagnosis', run, ...words, ...spent })
}

function exitOf({ end, view }: Driven): Exit {
  if (end === 'waiting') return 'waiting'
  if (end === 'parked') return 'limit'
  if (end === 'interrupted' || view.end === 'done') return 'ok'
  return view.end === 'open' ? 'unsuccessful' : view.end
}

/** One line for each event that a user wants to see live; nothing for the rest. */
export function renderDriven(item: DrivenItem): readonly Line[] {
  switch (item.kind) {
    case 'event':
      return statusLines(item.event, item.notes).map((line): Line => [dim('[forge] '), ...spansOf(line)])
    case 'plan':
      return ['', ...renderPlan(item.plan), '']
    case 'question':
      return [
        [toned('warn', '  ? '), `${item.path}: ${renderNow(item.text)}`],
        ...(item.changes === undefined ? [] : changeLines(item.changes, '    ')),
      ]
    case 'diagnosis':
      return [
        '',
        item.text === undefined
          ? [styledText('diagnosis.none', { why: item.nothing ?? '' })]
          : [
              styledText('diagnosis.head', {}, 'warn'),
              '  ',
              styledText('diagnosis.by', { tokens: item.tokens, money: spentMoney(item) }, 'dim'),
            ],
        ...(item.text ?? '').split('\n').map((line) => `  ${line}`),
      ]
    case 'end': {
      const branch: Line[] =
        item.branch === undefined ? [] : [[styledText('branch.merged', { branch: item.branch }, 'strong')]]
      return ['', ...renderReport(item.report), ...branch]
    }
  }
}
