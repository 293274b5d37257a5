/** What `build` and `resume` have in common: they drive, tell what happens line by line, and end in a report. */
import { z } from 'zod'
import type { Driven, DrivingRequest, Forge, Refusal } from '#forge.ts'
import type { Exit } from '#forge/refusal.ts'
import { hasHalted, limitRemedy } from '#core/views/ending.ts'
import { foldNews, initialNews, type News } from '#core/views/news.ts'
import { say } from '#messages/said.ts'
import { Event } from '#model/event.ts'
import { Note } from '#model/note.ts'
import { failed, success, type Result } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { askingOf, type Standing } from './asking.ts'
import { changeLines, GateChanges } from './gate-changes.ts'
import { limitSettings, type LimitInput } from './limit-flags.ts'
import type { Done, Talk } from './operation.ts'
import { renderPlan } from './plan-lines.ts'
import { PlanShown } from './plan-shown.ts'
import { readReport, renderReport, Report } from './report.ts'
import { spentMoney, nextCommands } from './run-words.ts'
import { statusLines } from './status-lines.ts'
import { dim, spansOf, toned, type Line } from './text/line.ts'
import { rendered, said } from './text/message.ts'
import { trustFlag, untrusted } from './trusting.ts'
import { version } from '#version.ts'

/** A driven run is a stream: the events as they are recorded, what waits for an answer, and one end. */
export const DrivenItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    run: z.string(),
    seq: z.number(),
    event: Event,
    notes: z.array(Note).describe('What is worth telling about it'),
  }),
  z.object({ kind: z.literal('plan'), run: z.string(), plan: PlanShown }).describe('A plan that waits for an answer'),
  z
    .object({
      kind: z.literal('question'),
      run: z.string(),
      key: z.string(),
      path: z.string(),
      text: Said,
      changes: GateChanges.optional().describe('Of what decides whether work passes, where that is asked about'),
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
  const follow = followerOf('resume' in what ? await newsOf(forge, what.resume) : undefined)
  const asking = askingOf(forge, talk)
  const driven = await forge.drive(
    {
      what,
      ...(input.account === undefined ? {} : { account: input.account }),
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
      onEntry: ({ seq, event }) => talk.emit({ kind: 'event', run, seq, event, notes: follow(run, seq, event) }),
      say: (text) => talk.say(text),
      ask: asking.ask,
    },
    { ...(input.agent === undefined ? {} : { agent: input.agent }), ...limitSettings(input) },
  )
  if (!driven.ok) return driven
  const report = await readReport(forge, run)
  if (!report.ok) return report
  const { end, branch } = driven.value
  talk.emit({ kind: 'end', run, end, ...(branch === undefined ? {} : { branch }), report: report.value })
  if (end !== 'interrupted' && hasHalted(driven.value.state)) await tellDiagnosis(forge, driven.value, input, talk)
  return success({ exit: exitOf(driven.value), next: nextOf(driven.value, asking.standing()) })
}

/** Behind the remedies, and awaited: what nobody sees helps nobody. */
async function tellDiagnosis(
  forge: Forge,
  { run, state }: Driven & { readonly run: string },
  input: DrivingInput,
  talk: Talk<DrivenItem>,
): Promise<void> {
  const flags = {
    ...(input.agent === undefined ? {} : { agent: input.agent }),
    ...(input.advise === true ? { advisor: 'on' } : {}),
  }
  const found = await forge.advise(state, { signal: talk.signal, say: (text) => talk.say(text) }, flags)
  if (found === undefined) return
  const { said: words, ...spent } = found
  talk.emit({ kind: 'diagnosis', run, ...words, ...spent })
}

/** What is known of a run that is gone on with. */
async function newsOf(forge: Forge, run: string): Promise<News | undefined> {
  const read = await forge.readRun(run)
  if (!read.ok) return undefined
  return read.value.entries.reduce((news, { event }) => foldNews(news, event).news, initialNews(run))
}

/** Notes about each entry as it comes. An entry that was missed ends it: nothing is told that may not be so. */
function followerOf(known: News | undefined): (run: string, seq: number, event: Event) => Note[] {
  let news = known
  return (run, seq, event) => {
    const before = news ?? initialNews(run)
    if (seq !== before.state.seq + 1) return []
    const next = foldNews(before, event)
    news = next.news
    return [...next.notes]
  }
}

function exitOf({ end, state }: Driven): Exit {
  if (end === 'waiting') return 'waiting'
  if (end === 'parked') return 'limit'
  if (end === 'interrupted' || (end === 'finished' && state.outcome === 'done')) return 'ok'
  // That the agent could not be started, or that nobody is logged in, is no outcome of the work.
  if (state.status === 'stopped' && state.unavailable > 0 && limitRemedy(state) === undefined) return 'agent'
  return limitRemedy(state) === undefined ? 'unsuccessful' : 'limit'
}

/** Here nobody drives any more. What is asked was shown when it was asked. */
function nextOf({ end, branch, state }: Driven, standing: Standing): string[] {
  const driver = end === 'interrupted' || end === 'parked' ? 'interrupted' : 'none'
  const asked = standing === 'declined' ? 'declined' : 'shown'
  return nextCommands(state, { driver, asked, branch }, 'status')
}

/** One line for what a person wants to see while it happens; nothing for the rest. */
export function renderDriven(item: DrivenItem): readonly Line[] {
  switch (item.kind) {
    case 'event':
      return statusLines(item.event, item.notes).map((line): Line => [dim('[forge] '), ...spansOf(line)])
    case 'plan':
      return ['', ...renderPlan(item.plan), '']
    case 'question':
      return [
        [toned('warn', '  ? '), `${item.path}: ${rendered(item.text)}`],
        ...(item.changes === undefined ? [] : changeLines(item.changes, '    ')),
      ]
    case 'diagnosis':
      return [
        '',
        item.text === undefined
          ? [said('diagnosis.none', { why: item.nothing ?? '' })]
          : [
              said('diagnosis.head', {}, 'warn'),
              '  ',
              said('diagnosis.by', { tokens: item.tokens, money: spentMoney(item) }, 'dim'),
            ],
        ...(item.text ?? '').split('\n').map((line) => `  ${line}`),
      ]
    case 'end': {
      const branch: Line[] =
        item.branch === undefined ? [] : [[said('branch.merged', { branch: item.branch }, 'strong')]]
      return ['', ...renderReport(item.report), ...branch]
    }
  }
}
