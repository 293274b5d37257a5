/** Commands of a sprint: add a task, show the status of its tasks, review the sprint. */
import { z } from 'zod'
import type { Forge, Refusal } from '#forge.ts'
import { refusal } from '#forge/refusal.ts'
import { say } from '#messages/said.ts'
import type { Json } from '#model/json.ts'
import { failed, success, type Result } from '#model/result.ts'
import { slugFrom } from '#model/slug.ts'
import { chooseSprint } from './choose-sprint.ts'
import { unitsIn } from '#model/unit-tree.ts'
import { RunView, UnitView } from '#model/view.ts'
import { operation, RunName } from './operation.ts'
import {
  answer,
  Answered,
  answeringExits,
  answeringFlags,
  renderAnswered,
  renderQueued,
  runFlag,
  Queued,
  queue,
} from './queue.ts'
import { selected } from './selection.ts'
import { strong, toned } from './text/line.ts'
import { renderNow } from './text/message.ts'
import { table } from './text/table.ts'

export const add = operation({
  name: 'sprint add',
  summary: 'Add a task to a sprint',
  does: 'decides',
  shape: 'answer',
  input: z.strictObject({
    title: z.string().trim().min(1).max(300).describe('What the task is, in one line'),
    id: z.string().max(63).optional().describe('Its id; made from the title by default'),
    brief: z.string().max(50_000).optional().describe('Brief for its agents; the title by default'),
    writes: z.array(z.string()).optional().describe('Paths that it may write; without them, it runs alone'),
    depends: z.array(z.string()).optional().describe('Tasks that must be committed before it starts'),
    verify: z.array(z.string()).optional().describe('Commands that must pass; by default those of the configuration'),
    pipeline: z.string().max(63).optional().describe('A pipeline of the configuration instead of the default one'),
    ...runFlag,
  }),
  positionals: ['title'],
  output: Queued,
  examples: [{ command: 'forge sprint add "log failed logins" --writes src/log.ts', what: 'before or during the run' }],
  async run(forge, { run, ...task }) {
    const unit = await unitOf(forge, task)
    if (!unit.ok) return unit
    const chosen = await chooseSprint(forge, run)
    return chosen.ok ? queue(forge, chosen.value, () => success({ type: 'add', unit: unit.value })) : chosen
  },
  render: renderQueued,
})

interface SprintCommand {
  readonly title: string
  readonly id?: string | undefined
  readonly brief?: string | undefined
  readonly writes?: readonly string[] | undefined
  readonly depends?: readonly string[] | undefined
  readonly verify?: readonly string[] | undefined
  readonly pipeline?: string | undefined
}

/** The task in the form of a plan. */
async function unitOf(forge: Forge, task: SprintCommand): Promise<Result<Json, Refusal>> {
  const config = await forge.config()
  if (!config.ok) return config
  const { title, brief = title, depends = [], writes, pipeline } = task
  const id = task.id ?? idOf(title)
  const verify = task.verify?.map((run) => ({ name: run.slice(0, 100), run })) ?? config.value.settings.verify
  if (verify.length === 0)
    return failed(refusal('no-verify', say('config.taskHasNoVerify'), say('hint.addVerifyOption')))
  const unit = { id, title, brief, depends, verify, ...defined({ writes, pipeline }) }
  return success(JSON.parse(JSON.stringify(unit)) as Json)
}

function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function idOf(title: string): string {
  const slug = slugFrom(title).slice(0, 40)
  return slug === '' ? 'task' : slug
}

const TaskFields = UnitView.pick({
  path: true,
  level: true,
  id: true,
  title: true,
  state: true,
  phase: true,
  template: true,
  depends: true,
  revisions: true,
  stop: true,
})
interface Task extends z.output<typeof TaskFields> {
  readonly children: readonly Task[]
}
const Task = TaskFields.extend({
  get children(): z.ZodReadonly<z.ZodArray<z.ZodType<Task>>> {
    return z.array(Task).readonly()
  },
})
const Sprint = RunView.pick({ run: true, request: true, state: true, next: true }).extend({
  units: z.array(Task).readonly().describe('Those that somebody planned or added'),
})

export const status = operation({
  name: 'sprint status',
  summary: 'Show a sprint and the status of each task',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({ run: RunName }),
  positionals: ['run'],
  output: Sprint,
  examples: [{ command: 'forge sprint status', what: 'tasks by the states of a task' }],
  async run(forge, { run }) {
    const chosen = await chooseSprint(forge, run)
    if (!chosen.ok) return chosen
    const view = await forge.view(chosen.value)
    return view.ok ? success({ value: sprintOf(view.value) }) : view
  },
  render: ({ run, request, state, units }) => [
    [strong(run), `  ${renderNow(state.said)}  ${request.split('\n')[0] ?? ''}`],
    '',
    ...table(
      unitsIn(units).map(({ id, state: stands, phase, title, stop }) => [
        toned(toneOf(stands.is), renderNow(stands.said)),
        id,
        phase ?? '',
        stop === undefined ? title : renderNow(stop.reason),
      ]),
    ),
  ],
})

function sprintOf(view: RunView): z.output<typeof Sprint> {
  return selected(Sprint, { ...view, units: view.units.filter(({ isPlanned }) => isPlanned) })
}

function toneOf(state: string): 'good' | 'bad' | 'warn' | 'dim' {
  if (state === 'committed') return 'good'
  if (state === 'escalated' || state === 'blocked') return 'bad'
  return state.endsWith('required') ? 'warn' : 'dim'
}

export const retro = operation({
  name: 'sprint retro',
  summary: 'Look back on a finished sprint and record what was learned',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    run: RunName,
    note: z.string().trim().min(1).max(20_000).describe('What was learned; it is recorded with the sprint'),
    ...answeringFlags,
  }),
  positionals: ['run'],
  output: Answered,
  examples: [{ command: 'forge sprint retro --note "smaller tasks"', what: 'the sprint is then retrospective-done' }],
  exits: answeringExits,
  run: (forge, { note, ...input }, talk) => answer(forge, input, () => success({ type: 'retrospect', note }), talk),
  render: renderAnswered,
})
