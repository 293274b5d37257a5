/** `show`: one unit with everything that was asked of it and every attempt at it. */
import { z } from 'zod'
import { costOf, noCost } from '#core/views/cost.ts'
import { statusOf } from '#core/views/status.ts'
import type { Forge, ReadRun } from '#forge.ts'
import { splitPath } from '#model/node-path.ts'
import { Said } from '#model/said.ts'
import { estimatedIn } from '#model/tokens.ts'
import { PhaseRecord } from '#model/phase-record.ts'
import { success } from '#model/result.ts'
import { UnitStatus } from './unit-status.ts'
import { outcomeText } from '#core/views/event-words.ts'
import { changeLines, GateChanges, shownChanges } from './gate-changes.ts'
import { Next, operation } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'
import { listed, spentMoney, waitText } from './run-words.ts'
import { runFlag } from './queue.ts'
import { labelsOf } from './text/labels.ts'
import { dim, strong, toned, type Line } from './text/line.ts'
import { inFormat, rendered, said, words } from './text/message.ts'
import { toolLines, Tools, toolsOf } from './tool-lines.ts'
import { chooseUnit, UnitName } from './units.ts'

const Attempt = z.object({
  key: z.string(),
  phase: z.string(),
  at: z.number(),
  reason: Said,
  outcome: Said.optional().describe('Left out while it runs'),
  seconds: z.number().optional(),
  costMicros: z.number().optional(),
  estimatedMicros: z.number().optional(),
})

const Output = z.object({
  run: z.string(),
  unit: z.string(),
  title: z.string(),
  status: UnitStatus,
  phase: z.string().optional(),
  waiting: Said.optional(),
  stop: z.object({ reason: Said, hint: Said }).optional(),
  brief: z.string(),
  depends: z.array(z.string()),
  writes: z.array(z.string()).optional(),
  verify: z.array(z.object({ name: z.string(), run: z.string() })),
  merged: z.string().optional().describe('The merge commit'),
  work: z
    .object({
      commit: z.string(),
      changed: z.array(z.string()),
      diff: z.string().describe('The command that shows it, merged or not'),
    })
    .optional()
    .describe('What its agent has made last'),
  gateChanges: GateChanges.optional().describe('What that work changes of what decides whether work passes'),
  documents: z.array(z.object({ phase: z.string(), text: z.string() })).describe('What its phases wrote last'),
  costMicros: z.number(),
  estimatedMicros: z.number(),
  attempts: z.array(Attempt),
  summaries: z
    .array(PhaseRecord.extend({ phase: z.string() }))
    .describe('What each phase brought, in short, as Forge wrote it down'),
  tools: Tools.optional().describe('What the agent of the newest attempt that used tools did with them'),
  next: Next,
})
type Output = z.output<typeof Output>

export default operation({
  name: 'show',
  summary: 'Show one unit: its brief and all of its attempts',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({ unit: UnitName, ...runFlag }),
  positionals: ['unit'],
  output: Output,
  examples: [{ command: 'forge show login-form', what: 'brief, paths, checks and attempts' }],
  async run(forge, { unit, run }) {
    const chosen = await forge.chooseRun(run)
    if (!chosen.ok) return chosen
    const read = await forge.readRun(chosen.value.run)
    if (!read.ok) return read
    const found = chooseUnit(read.value.state, unit)
    if (!found.ok) return found
    const tools = await newestTools(forge, read.value.run, found.value)
    const work = workOf(forge, read.value, found.value)
    const changes = await forge.gateChanges(read.value.state, found.value)
    const more = {
      ...(changes === undefined ? {} : { gateChanges: shownChanges(changes) }),
      ...(work === undefined ? {} : { work }),
      ...(tools === undefined ? {} : { tools }),
    }
    return success({ value: { ...outputOf(read.value, found.value), ...more } })
  },
  render: renderUnit,
})

async function newestTools(forge: Forge, run: string, unit: string): Promise<Output['tools']> {
  const transcripts = (await forge.transcripts.list(run)).filter((transcript) => transcript.unit === unit)
  for (const { file } of transcripts.toReversed()) {
    const tools = await forge.transcripts.calls(run, file)
    if (tools.calls > 0) return toolsOf(tools)
  }
  return undefined
}

/** The work is kept in Forge's own repository from the moment it is made; this is how to look at it. */
function workOf(forge: Forge, { state }: ReadRun, id: string): Output['work'] {
  const head = state.units[id]?.head
  const places = forge.places()
  if (head === undefined || !places.ok) return undefined
  const { commit, base, changed } = head
  const where = `${places.value.state}/control.git`
  const quoted = /^[\w./-]+$/.test(where) ? where : `'${where.replaceAll("'", String.raw`'\''`)}'`
  return {
    commit,
    changed: [...changed],
    diff: `git --git-dir=${quoted} diff ${base.slice(0, 12)} ${commit.slice(0, 12)}`,
  }
}

function documentsOf({ entries }: ReadRun, id: string): Output['documents'] {
  const written = entries.flatMap(({ event }) =>
    event.type === 'document.written' && event.unit === id ? [[event.phase, event.text] as const] : [],
  )
  return [...new Map(written)].map(([phase, text]) => ({ phase, text }))
}

function outputOf(read: ReadRun, id: string): Output {
  const { run, state, entries } = read
  const unit = state.units[id]
  const view = statusOf(state).units.find((candidate) => candidate.id === id)
  if (unit === undefined || view === undefined) throw new Error(`no unit ${id}`)
  const { spec, merged } = unit
  const cost = costOf(entries.map(({ event }) => event)).units[id]?.total ?? noCost
  return {
    run,
    unit: id,
    title: spec.title,
    status: unit.status,
    ...(view.phase === undefined ? {} : { phase: view.phase }),
    ...(view.waiting === undefined ? {} : { waiting: waitText(view.waiting) }),
    ...(view.stop === undefined ? {} : { stop: { reason: view.stop.reason, hint: view.stop.remedy.hint } }),
    brief: spec.brief,
    depends: [...spec.depends],
    ...(spec.writes === undefined ? {} : { writes: [...spec.writes] }),
    verify: spec.verify.map(({ name, run: line }) => ({ name, run: line })),
    ...(merged === undefined ? {} : { merged: merged.commit }),
    costMicros: cost.costMicros,
    estimatedMicros: cost.estimatedMicros,
    attempts: attemptsOf(read, id),
    documents: documentsOf(read, id),
    summaries: summariesOf(read, id),
    next: [`forge why ${id} --run ${run}`],
  }
}

/** A phase that speaks again speaks in the place of what it said before. */
function summariesOf({ entries }: ReadRun, id: string): Output['summaries'] {
  const summaries = new Map<string, Output['summaries'][number]>()
  for (const { event } of entries) {
    if (event.type !== 'verdict.given' || event.record === undefined) continue
    const [unit, phase] = splitPath(event.path)
    if (unit === id) summaries.set(phase, { phase, ...event.record })
  }
  return [...summaries.values()]
}

function attemptsOf({ entries }: ReadRun, id: string): Output['attempts'] {
  const attempts = new Map<string, Output['attempts'][number]>()
  for (const { event } of entries) {
    if (event.type === 'attempt.intended') {
      const [unit, phase] = splitPath(event.path)
      if (unit === id) attempts.set(event.key, { key: event.key, phase, at: event.at, reason: event.reason })
    }
    const known = event.type === 'attempt.finished' ? attempts.get(event.key) : undefined
    if (event.type !== 'attempt.finished' || known === undefined) continue
    const { outcome, usage, durationMs } = event
    attempts.set(event.key, {
      ...known,
      outcome: outcomeText(outcome),
      seconds: durationMs / 1000,
      costMicros: usage.costMicros,
      estimatedMicros: estimatedIn(usage),
    })
  }
  return [...attempts.values()]
}

const labelKeys = [
  'show.status',
  'show.stopped',
  'show.after',
  'show.writes',
  'show.verify',
  'show.merged',
  'show.work',
  'show.see',
] as const

function workLines({ work, documents, gateChanges }: Output): readonly Line[] {
  const { changed = [] } = work ?? {}
  const label = labelsOf(...labelKeys)
  return [
    ...(work === undefined
      ? []
      : [
          ['  ', label('show.work'), changed.length === 0 ? said('show.nothing') : listed(changed, 10)],
          ['  ', label('show.see'), work.diff],
        ]),
    ...(gateChanges === undefined
      ? []
      : ['', ['  ', said('show.gateChanges', {}, 'warn')], ...changeLines(gateChanges, '    ')]),
    ...documents.flatMap(({ phase, text }): Line[] => [
      '',
      ['  ', said('show.wrote', { phase }, 'dim')],
      ...text
        .trimEnd()
        .split('\n')
        .map((line) => `  ${line}`),
    ]),
  ]
}

function renderUnit(output: Output): readonly Line[] {
  const { unit, title, status, phase, waiting, stop, brief, depends, writes, verify, merged, attempts } = output
  const label = labelsOf(...labelKeys)
  const stands = words(`state.${status}`)
  const parts = [
    phase === undefined ? stands : words('show.at', { status: stands, phase }),
    ...(phase === undefined || waiting === undefined ? [] : [rendered(waiting)]),
    spentMoney(output),
  ]
  return [
    [strong(unit), `  ${title}`],
    ['  ', label('show.status'), parts.join(', ')],
    ...(stop === undefined
      ? []
      : [
          ['  ', toned('bad', label('show.stopped').text), rendered(stop.reason)],
          ['        → ', rendered(stop.hint)],
        ]),
    ...(depends.length === 0 ? [] : [['  ', label('show.after'), depends.join(', ')]]),
    ['  ', label('show.writes'), writes === undefined ? said('plan.alone') : writes.join(', ')],
    ...verify.map(({ name, run }): Line => ['  ', label('show.verify'), `${name}: ${run}`]),
    ...(merged === undefined ? [] : [['  ', label('show.merged'), merged]]),
    ...workLines(output),
    ...(brief === '' ? [] : ['', ...brief.split('\n').map((line) => `  ${line}`)]),
    ...(attempts.length === 0 ? [] : ['', ['  ', said('show.attempts')]]),
    ...attempts.map(({ key, at, reason, outcome, seconds }): Line => [
      dim(`  ${isoTime(at)}  `),
      `${key}: ${outcome === undefined ? words('show.now') : rendered(outcome)}${secondsText(seconds)} `,
      dim(`(${rendered(reason)})`),
    ]),
    ...(output.tools === undefined ? [] : ['', ['  ', said('show.newest')], ...toolLines(output.tools)]),
  ]
}

function secondsText(seconds: number | undefined): string {
  return seconds === undefined ? '' : `, ${inFormat().decimal(seconds, 1)} s`
}
