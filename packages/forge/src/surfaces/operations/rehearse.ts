/**
 * `rehearse`: runs a preset along its interesting paths, with scripted agents in a throwaway copy, and reports the
 * coverage.
 */
import { z } from 'zod'
import { openForge, rehearsalOf, type DrivingRequest, type Forge, type Refusal, type RehearsalOf } from '#forge.ts'
import { coverageOf, type Coverage, type GivenVerdict } from '#core/views/coverage.ts'
import { defined } from '#model/defined.ts'
import { step } from '#model/next.ts'
import { failed, success, type Result } from '#model/result.ts'
import { Said } from '#model/said.ts'
import type { RunView } from '#model/view.ts'
import { operation } from './operation.ts'
import { strong, toned, type Line } from './text/line.ts'
import { renderNow, styledText, textOf } from './text/message.ts'
import { table } from './text/table.ts'
import { trustFlag, trustOwn } from './trusting.ts'

const Times = z.object({ pass: z.number(), revise: z.number(), stop: z.number(), none: z.number() })
const Item = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('path'),
      path: z.string(),
      what: Said,
      outcome: z.enum(['done', 'failed', 'cancelled', 'open']).describe('How the run along this path ended'),
      reason: Said.optional(),
      events: z.number(),
    })
    .describe('One path, when it has been gone'),
  z
    .object({
      kind: z.literal('coverage'),
      phases: z.array(
        z.object({ template: z.string(), phase: z.string(), onRevise: z.string().optional(), times: Times }),
      ),
      phasesTaken: z.number(),
      edges: z.number(),
      edgesTaken: z.number(),
      untaken: z
        .array(z.object({ template: z.string(), phase: z.string(), edge: z.enum(['pass', 'revise']), why: Said }))
        .describe('Edges that no path took, and what it takes to take them'),
    })
    .describe('What all paths together have taken'),
])
type Item = z.output<typeof Item>

export default operation({
  name: 'rehearse',
  summary: 'Try a preset with scripted agents on all paths worth testing, in a throwaway copy',
  details:
    'Needs no model and no key, and changes nothing of yours. A rehearsal does not run the commands of your project: its checks look\n' +
    'only at the rehearsed files. At the end a table shows which phases and edges of the preset were reached.',
  does: 'decides',
  needs: 'trust',
  shape: 'stream',
  input: z.strictObject({
    preset: z.string().min(1).max(63).describe('Name of the preset, as forge preset list shows it'),
    path: z
      .string()
      .optional()
      .describe('Only this path: approved, revision, gates, answers, clash, exhaustion, empty or crash'),
    ...trustFlag,
  }),
  positionals: ['preset'],
  output: Item,
  examples: [
    { command: 'forge rehearse build', what: 'all paths of a preset of Forge' },
    { command: 'forge rehearse mine --path revision', what: 'one path of your own preset' },
  ],
  exits: { unsuccessful: 'a path did not end' },
  async run(forge, { preset, path }, talk) {
    const prepared = await rehearsalOf(forge, preset, path)
    if (!prepared.ok) return prepared
    const rehearsal = prepared.value
    try {
      const runs: Gone[] = []
      for (const one of rehearsal.paths) {
        const looked = await goAlong(forge, rehearsal, one, talk.signal)
        if (!looked.ok) return looked
        runs.push(looked.value)
        talk.emit(pathItem(one, looked.value))
        if (talk.signal.aborted) break
      }
      const coverage = coverageOf(
        rehearsal.templates,
        runs.flatMap(({ verdicts }) => verdicts),
      )
      // One path alone is not expected to cover everything.
      talk.emit(coverageItem(path === undefined ? coverage : { ...coverage, untaken: [] }))
      const isOver = runs.every(({ view }) => view.end !== 'open' || view.outcome !== null)
      return success({ exit: isOver ? 'ok' : 'unsuccessful', next: [step('preset check', { name: preset })] })
    } finally {
      rehearsal.end()
    }
  },
  render,
})

type Human = Pick<DrivingRequest, 'consent' | 'ask'>

const agreeing: Human = {
  consent: { plans: 'approve', planCommands: 'allow', gateChanges: 'allow' },
  ask: () => Promise.resolve('yes'),
}

/** Sends each thing back once. */
function doubting(): Human {
  const asked = new Set<string>()
  return {
    consent: { plans: 'ask', planCommands: 'ask', gateChanges: 'ask' },
    ask({ question: { path } }) {
      if (asked.has(path)) return Promise.resolve('yes')
      asked.add(path)
      return Promise.resolve({ note: 'rehearsed' })
    },
  }
}

/** A completed path: the end of its run, and the verdicts on the way. */
interface Gone {
  readonly view: RunView
  readonly verdicts: readonly GivenVerdict[]
}

/** One run in the copy. */
async function goAlong(
  forge: Forge,
  rehearsal: RehearsalOf,
  { name: path, answers }: RehearsalOf['paths'][number],
  signal: AbortSignal,
): Promise<Result<Gone, Refusal>> {
  const human = answers === 'yes' ? agreeing : doubting()
  const silent = { onRun: () => undefined, onEvent: () => undefined, say: () => undefined }
  const { surroundings } = forge
  const env = { ...surroundings.env, XDG_STATE_HOME: rehearsal.state }
  const copy = openForge({ ...surroundings, cwd: rehearsal.project, env })
  try {
    await trustOwn(copy)
    const { preset } = rehearsal
    const request = { preset, request: `Rehearse ${preset}`, dirt: 'leave', proof: 'spared' } as const
    const drive = (what: DrivingRequest['what']): ReturnType<Forge['drive']> =>
      copy.drive({ what, signal, ...human, ...silent }, rehearsal.settingsFor(path))
    const driven = await drive({ begin: request })
    if (!driven.ok) return failed(driven.failure)
    const { run, opens, hasBegun } = driven.value.view
    // A run that opens in planning waits until a human starts it.
    if (opens === 'planning' && !hasBegun) {
      const said = await copy.say(run, () => success({ type: 'begin' }))
      const begun = said.ok ? await drive({ resume: run }) : said
      if (!begun.ok) return failed(begun.failure)
    }
    const [view, history] = [await copy.view(run), await copy.history(run)]
    if (!view.ok) return view
    return history.ok ? success({ view: view.value, verdicts: history.value.verdicts() }) : history
  } finally {
    await copy.close()
  }
}

function pathItem({ name, what }: RehearsalOf['paths'][number], { view }: Gone): Item {
  const outcome = view.outcome ?? 'open'
  return {
    kind: 'path',
    path: name,
    what,
    outcome,
    reason: view.reason ?? undefined,
    events: view.seq,
  }
}

function coverageItem({ phases, untaken, ...rest }: Coverage): Item {
  const rows = phases.map(({ template, phase, onRevise, times }) => ({
    template,
    phase,
    times,
    ...defined({ onRevise }),
  }))
  return { kind: 'coverage', phases: rows, untaken: [...untaken], ...rest }
}

function render(item: Item): readonly Line[] {
  if (item.kind === 'path') {
    const how = textOf(item.outcome === 'open' ? 'rehearse.open' : `standing.${item.outcome}`)
    return [
      [
        strong(item.path.padEnd(12)),
        toned(item.outcome === 'done' ? 'good' : 'warn', how),
        '  ',
        styledText('rehearse.path', { what: item.what, count: item.events }, 'dim'),
      ],
    ]
  }
  const head = [textOf('rehearse.phase'), 'pass', 'revise', 'stop', 'none', textOf('rehearse.back')]
  const rows = item.phases.map(({ template, phase, onRevise, times }) => [
    `${template}/${phase}`,
    ...[times.pass, times.revise, times.stop, times.none].map((count) => (count === 0 ? '·' : String(count))),
    onRevise ?? '',
  ])
  const total = {
    phases: item.phasesTaken,
    allPhases: item.phases.length,
    edges: item.edgesTaken,
    allEdges: item.edges,
  }
  const missing = item.untaken.map(({ template, phase, edge, why }) => [`${template}/${phase}`, edge, renderNow(why)])
  return [
    '',
    ...table([head, ...rows], '  '),
    '',
    [styledText('rehearse.total', total, 'strong')],
    ...(missing.length === 0 ? [] : [textOf('rehearse.untaken'), ...table(missing, '  ')]),
  ]
}
