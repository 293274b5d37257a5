/** `logs`: the output of a run's agents. Forge shows it harmless and never trusts it. */
import { z } from 'zod'
import type { Forge, Refusal, Transcript } from '#forge.ts'
import { refusal } from '#forge/refusal.ts'
import { say } from '#messages/said.ts'
import { step, type NextStep } from '#model/next.ts'
import { failed, success, type Result } from '#model/result.ts'
import { operation, type Talk } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'
import { runFlag } from './queue.ts'
import { dim, strong, type Line } from './text/line.ts'
import { textOf } from './text/message.ts'
import { toolLines, Tools, toolsOf } from './tool-lines.ts'
import { chooseUnit, UnitName } from './units.ts'

const about = {
  run: z.string(),
  key: z.string().describe('Key of the attempt'),
  unit: z.string(),
  phase: z.string(),
  attempt: z.number().describe('Which attempt at the phase'),
  performance: z.number().describe('More than 1 when Forge died during the attempt'),
}

const Item = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('transcript'), ...about, at: z.number(), bytes: z.number() }),
  z.object({ kind: z.literal('lines'), ...about, lines: z.array(z.string()) }),
  z.object({ kind: z.literal('tools'), ...about, tools: Tools }),
])
type Item = z.output<typeof Item>

export default operation({
  name: 'logs',
  summary: 'Show what the agents of a run printed',
  details:
    'Without a unit: a list of the transcripts. With one: what its agents printed, oldest first. Forge keeps up to 10 MiB of each\n' +
    'transcript and removes known secrets and what looks like one. --summary shows how the agents used their tools instead:\n' +
    'how often each, which files they edited and read, the last five actions. --follow prints new lines until the run ends or you press Ctrl-C.',
  does: 'reads',
  shape: 'stream',
  input: z.strictObject({
    unit: UnitName.optional().describe('Id of the unit, as forge status shows it, or of a run; by default all units'),
    ...runFlag,
    phase: z.string().max(63).optional().describe('Only this phase, such as implement or review'),
    attempt: z.number().int().positive().optional().describe('Only this attempt'),
    summary: z.boolean().default(false).describe('Show tool use instead of output'),
    follow: z.boolean().default(false).meta({ description: 'Wait for more', short: 'f' }),
  }),
  positionals: ['unit'],
  output: Item,
  examples: [
    { command: 'forge logs', what: 'a list of the transcripts' },
    { command: 'forge logs login-form --attempt 2', what: 'the output of the second attempt' },
    { command: 'forge logs login-form --summary', what: 'tools, edited and read files, last actions' },
    { command: 'forge logs -f', what: 'the live output of all agents' },
  ],
  async run(forge, { run: wanted, ...input }, talk) {
    const meant = await meantBy(forge, wanted, input.unit)
    if (!meant.ok) return meant
    const { run, unit } = meant.value
    const wants = (transcript: Transcript): boolean =>
      (unit === undefined || transcript.unit === unit) &&
      (input.phase === undefined || transcript.phase === input.phase) &&
      (input.attempt === undefined || transcript.attempt === input.attempt)
    if (input.summary)
      return summarise(forge, run, await forge.transcripts.list(run).then((all) => all.filter(wants)), talk)
    const isList = [unit, input.phase, input.attempt].every((part) => part === undefined) && !input.follow
    const found = (await forge.transcripts.list(run)).filter(wants)
    if (found.length === 0 && !input.follow) {
      const hint = say('hint.logsListsOutput')
      return failed(refusal('no-transcript', say('agent.printedNoSuchLog', { run }), hint))
    }
    if (isList)
      for (const { file: _file, ...transcript } of found) talk.emit({ kind: 'transcript', run, ...transcript })
    else await tell(forge, { run, wants, follow: input.follow ? 'until-it-ends' : 'no' }, talk)
    return success({ next: [isList ? step('logs', { unit: found[0]?.unit ?? '', run }) : step('status', { run })] })
  },
  render,
})

interface Meant {
  readonly run: string
  readonly unit: string | undefined
}

/** An argument that names no unit of the run may name a run. */
async function meantBy(
  forge: Forge,
  wanted: string | undefined,
  word: string | undefined,
): Promise<Result<Meant, Refusal>> {
  const direct = await unitIn(forge, wanted, word)
  if (direct.ok || wanted !== undefined || word === undefined) return direct
  const named = await forge.chooseRun(word)
  return named.ok ? success({ run: named.value.run, unit: undefined }) : direct
}

async function unitIn(
  forge: Forge,
  wanted: string | undefined,
  word: string | undefined,
): Promise<Result<Meant, Refusal>> {
  const chosen = await forge.chooseRun(wanted)
  if (!chosen.ok) return chosen
  const { run } = chosen.value
  if (word === undefined) return success({ run, unit: undefined })
  const view = await forge.view(run)
  if (!view.ok) return view
  const unit = chooseUnit(view.value, word)
  return unit.ok ? success({ run, unit: unit.value.id }) : unit
}

interface LogSelection {
  readonly run: string
  readonly wants: (transcript: Transcript) => boolean
  readonly follow: 'until-it-ends' | 'no'
}

/** One line of figures and the last tool calls for each attempt that used tools. */
async function summarise(
  forge: Forge,
  run: string,
  transcripts: readonly Transcript[],
  talk: Talk<Item>,
): Promise<Result<{ next: NextStep[] }, Refusal>> {
  for (const { file, key, unit, phase, attempt, performance } of transcripts) {
    const tools = await forge.transcripts.calls(run, file)
    talk.emit({ kind: 'tools', run, key, unit, phase, attempt, performance, tools: toolsOf(tools) })
  }
  return success({ next: [step('status', { run })] })
}

/** A heading whenever the output switches to another transcript. */
async function tell(forge: Forge, { run, wants, follow }: LogSelection, talk: Talk<Item>): Promise<void> {
  let last = ''
  const isOver = async (): Promise<boolean> => {
    const row = follow === 'no' ? undefined : await forge.chooseRun(run)
    return row?.ok !== true || row.value.status === 'finished'
  }
  for await (const { transcript, lines } of forge.transcripts.follow({ run, wants, isOver, signal: talk.signal })) {
    const { file, ...rest } = transcript
    const { key, unit, phase, attempt, performance } = rest
    if (file !== last) talk.emit({ kind: 'transcript', run, ...rest })
    last = file
    talk.emit({ kind: 'lines', run, key, unit, phase, attempt, performance, lines: [...lines] })
  }
}

function render(item: Item): readonly Line[] {
  if (item.kind === 'lines') return item.lines
  const { unit, phase, attempt, performance } = item
  const once = `${unit} ${phase} #${attempt}`
  const what = performance === 1 ? once : textOf('logs.again', { what: once, number: performance })
  if (item.kind === 'tools') return [[strong(what)], ...toolLines(item.tools)]
  const { at, bytes } = item
  return [[strong(what), dim(`  ${isoTime(at)}  ${textOf('logs.bytes', { count: bytes })}`)]]
}
