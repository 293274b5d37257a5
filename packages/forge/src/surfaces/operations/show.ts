/** `show`: one unit with its requirements and all its attempts. */
import { z } from 'zod'
import type { Forge } from '#forge.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Next, UnitView } from '#model/view.ts'
import { changeLines, GuardedChanges, shownChanges } from './guarded-changes.ts'
import { operation } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'
import { listed, spentMoney } from './run-text.ts'
import { selected } from './selection.ts'
import { runFlag } from './queue.ts'
import { labelsOf } from './text/labels.ts'
import { dim, strong, toned, type Line } from './text/line.ts'
import { inFormat, renderNow, styledText, textOf } from './text/message.ts'
import { quoted } from './text/shell.ts'
import { toolLines, Tools, toolsOf } from './tool-lines.ts'
import { chooseUnit, UnitName } from './units.ts'

const Output = UnitView.pick({
  title: true,
  status: true,
  phase: true,
  waiting: true,
  stop: true,
  brief: true,
  depends: true,
  writes: true,
  verify: true,
  merged: true,
  documents: true,
  costMicros: true,
  estimatedMicros: true,
  summaries: true,
}).extend({
  run: z.string(),
  unit: z.string(),
  attempts: UnitView.shape.tries,
  work: z
    .object({
      commit: z.string(),
      changed: z.array(z.string()).readonly(),
      diff: z.string().describe('The command that shows it, merged or not'),
    })
    .optional()
    .describe('What its agent has made last'),
  gateChanges: GuardedChanges.optional().describe('What that work changes of what decides whether work passes'),
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
    const view = await forge.view(chosen.value.run)
    if (!view.ok) return view
    const found = chooseUnit(view.value, unit)
    if (!found.ok) return found
    const { id, tries } = found.value
    const name = view.value.run
    const changes = await forge.gateChanges(name, id)
    const value = selected(Output, {
      ...found.value,
      run: name,
      unit: id,
      attempts: tries,
      tools: await newestTools(forge, name, id),
      work: workOf(forge, found.value),
      gateChanges: changes === undefined ? undefined : shownChanges(changes),
      next: [step('why', { about: id, run: name })],
    })
    return success({ value })
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

/** Forge's own repository keeps the work from the moment it is made; this shows how to look at it. */
function workOf(forge: Forge, { work }: UnitView): Output['work'] {
  const places = forge.places()
  if (work === undefined || !places.ok) return undefined
  const { commit, base, changed } = work
  const where = quoted(`${places.value.state}/control.git`)
  return { commit, changed, diff: `git --git-dir=${where} diff ${base.slice(0, 12)} ${commit.slice(0, 12)}` }
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
          ['  ', label('show.work'), changed.length === 0 ? styledText('show.nothing') : listed(changed, 10)],
          ['  ', label('show.see'), work.diff],
        ]),
    ...(gateChanges === undefined
      ? []
      : ['', ['  ', styledText('show.guardedChanges', {}, 'warn')], ...changeLines(gateChanges, '    ')]),
    ...documents.flatMap(({ phase, text }): Line[] => [
      '',
      ['  ', styledText('show.wrote', { phase }, 'dim')],
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
  const stands = textOf(`state.${status}`)
  const parts = [
    phase === undefined ? stands : textOf('show.at', { status: stands, phase }),
    ...(phase === undefined || waiting === undefined ? [] : [renderNow(waiting)]),
    spentMoney(output),
  ]
  return [
    [strong(unit), `  ${title}`],
    ['  ', label('show.status'), parts.join(', ')],
    ...(stop === undefined
      ? []
      : [
          ['  ', toned('bad', label('show.stopped').text), renderNow(stop.reason)],
          ['        → ', renderNow(stop.hint)],
        ]),
    ...(depends.length === 0 ? [] : [['  ', label('show.after'), depends.join(', ')]]),
    ['  ', label('show.writes'), writes === undefined ? styledText('plan.alone') : writes.join(', ')],
    ...verify.map(({ name, run }): Line => ['  ', label('show.verify'), `${name}: ${run}`]),
    ...(merged === undefined ? [] : [['  ', label('show.merged'), merged]]),
    ...workLines(output),
    ...(brief === '' ? [] : ['', ...brief.split('\n').map((line) => `  ${line}`)]),
    ...(attempts.length === 0 ? [] : ['', ['  ', styledText('show.attempts')]]),
    ...attempts.map(({ key, at, reason, outcome, seconds }): Line => [
      dim(`  ${isoTime(at)}  `),
      `${key}: ${outcome === undefined ? textOf('show.now') : renderNow(outcome)}${secondsText(seconds)} `,
      dim(`(${renderNow(reason)})`),
    ]),
    ...(output.tools === undefined ? [] : ['', ['  ', styledText('show.newest')], ...toolLines(output.tools)]),
  ]
}

function secondsText(seconds: number | undefined): string {
  return seconds === undefined ? '' : `, ${inFormat().decimal(seconds, 1)} s`
}
