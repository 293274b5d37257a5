/** Simulated agents: a behaviour per attempt, drawn from seed and key, so that a repeated attempt behaves the same. */
import { raw } from '#messages/said.ts'
import type { Report } from '#model/attempt.ts'
import type { Failure } from '#model/failure.ts'
import type { Json } from '#model/json.ts'
import { unreachable } from '#model/result.ts'
import type { PlannedUnit } from '#model/unit.ts'
import type { Usage } from '#model/usage.ts'
import type { AgentEnd, AgentTask } from '#engine/ports.ts'
import { costLimit } from './request.ts'
import { randomOf } from './random.ts'
import type { Behaviour, SimAgent } from './behaviour.ts'
import type { Machine } from './machine.ts'
import { isTestLine } from './tests.ts'
import { planFor, unit } from './scenario.ts'

/** Hostile behaviours that make sense for each kind of task. */
const hostile: Record<AgentTask['task']['do'], readonly Behaviour[]> = {
  work: [
    'slow',
    'silent',
    'hang',
    'bad',
    'bad',
    'bad',
    'stray',
    'empty-diff',
    'exit-1',
    'exit-137',
    'crash-after-result',
    'no-answer',
    'malformed',
    'partial',
    'oversized',
    'duplicate',
    'forged',
    'blocked',
    'refuses',
    'overflows',
    'overflows',
    'rate-limited',
    'rate-limited-silently',
    'quota',
    'network',
    'server',
    'stream',
    'connection',
    'outside',
    'unavailable',
    'removes-tree',
    'stubborn',
    'drops-tests',
    'drops-tests',
  ],
  plan: [
    'slow',
    'hang',
    'exit-1',
    'no-answer',
    'malformed',
    'forged',
    'rate-limited',
    'network',
    'overflows',
    'unsound',
    'unsound',
  ],
  document: ['slow', 'hang', 'exit-1', 'no-answer', 'malformed', 'forged', 'rate-limited', 'network'],
  judge: [
    'slow',
    'hang',
    'exit-1',
    'no-answer',
    'malformed',
    'duplicate',
    'forged',
    'rate-limited',
    'server',
    'unknown-word',
    'revise',
    'revise',
    'reject',
  ],
}

export function behaviourOf(machine: Machine, task: AgentTask): Behaviour {
  if (machine.healed) return 'good'
  if (machine.agent === 'missing') return 'unavailable'
  const random = randomOf(`${machine.scenario.seed}/agent/${lotOf(machine, task)}`)
  const attempt = attemptOf(task.key)
  // A jump of the clock only affects agents that are still working then.
  if (machine.scenario.faults.has('clock-jump') && random.chance(0.3)) return random.pick(['slow', 'silent'])
  if (machine.scenario.costLimited && random.chance(0.2 / attempt)) return 'cut-off'
  const settled = settledOn(machine, task)
  if (settled !== undefined) return settled
  // Later attempts behave better, so that most runs succeed.
  if (!random.chance(machine.scenario.hostility / attempt)) return 'good'
  return random.pick(hostile[task.task.do])
}

/** Some work is refused by every model, or fits into none. */
function settledOn({ scenario: { seed, profile } }: Machine, { task }: AgentTask): Behaviour | undefined {
  if (profile !== 'chaos' || task.do !== 'work') return undefined
  const random = randomOf(`${seed}/settled/${task.unit}`)
  if (random.chance(0.03)) return 'refuses'
  return random.chance(0.03) ? 'overflows' : undefined
}

/**
 * The seed of an agent's behaviour is its key. Where several units plan, the number in a key counts the plans of all of
 * them in order of approval, and a crash may delay one behind the other: there the seed uses the iteration of the unit
 * instead, so that a run that only crashed meets the same agents as the one that did not (I-6).
 */
function lotOf({ scenario, iterations }: Machine, { key, task: { unit } }: Pick<SimAgent, 'key' | 'task'>): string {
  if (scenario.shape !== 'slices' && scenario.shape !== 'twins') return key
  const [, run, iteration, rest] = /^([^/]*)\/(\d+)\/(.*)$/.exec(key) ?? []
  if (iteration === undefined) return key
  const known = iterations.get(unit) ?? []
  if (!known.includes(iteration)) iterations.set(unit, [...known, iteration])
  return `${run}/${(iterations.get(unit) ?? []).indexOf(iteration)}/${rest}`
}

function attemptOf(key: string): number {
  return Number(/#(\d+)$/.exec(key)?.[1] ?? 1)
}

export const usage: Usage = {
  inputTokens: 1000,
  outputTokens: 200,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costMicros: 10_000,
  source: 'reported',
}

/** Lets the agent live: it edits first and ends afterwards; completions may overtake each other, its edits may not. */
export function liveAgent(machine: Machine, agent: SimAgent): void {
  const random = randomOf(`${machine.scenario.seed}/pace/${lotOf(machine, agent)}`)
  const { timeline } = machine
  const act = (ms: number, label: string, deed: () => void): void =>
    timeline.after(ms, `agent ${agent.key} ${label}`, () => {
      if (!agent.alive) return
      agent.lastSign = timeline.now()
      deed()
    })
  const endsAfter = 10 + random.below(1000) + slowness(agent)
  act(50 + random.below(2000), agent.task.do === 'work' ? 'edits' : 'reads', () => {
    if (agent.task.do === 'work') edit(machine, agent)
    if (agent.behaviour === 'hang') return
    if (agent.behaviour === 'slow')
      for (let at = 1; at < 4; at += 1) act(at * agent.task.idleMs * 0.8, 'goes on', () => undefined)
    act(endsAfter, agent.behaviour, () => agent.end(endOf(machine, agent)))
  })
}

/** Where there is a second account, every third agent reports how full the account is that it uses. */
export function tellLevels(machine: Machine, { key, task }: SimAgent, reports: (report: Report) => void): void {
  const random = randomOf(`${machine.scenario.seed}/level/${key}`)
  if (!machine.scenario.fills || machine.healed || !random.chance(0.3)) return
  const windows = [{ window: random.pick(['5h', '7d'] as const), percent: random.pick([20, 89, 90, 99]) }]
  machine.watch.reached('told by an agent how full its account is')
  reports({ kind: 'windows', account: task.account, windows })
}

const endedByLimit: ReadonlySet<Behaviour> = new Set(['rate-limited', 'rate-limited-silently', 'quota'])

/** An agent that a limit will end has a conversation that could be resumed. */
export function tellSession({ behaviour, key }: SimAgent, reports: (report: Report) => void): void {
  if (endedByLimit.has(behaviour)) reports({ kind: 'session', session: `session of ${key}`, lasts: 'yes' })
}

function slowness(agent: SimAgent): number {
  if (agent.behaviour === 'slow') return agent.task.idleMs * 3
  return agent.behaviour === 'silent' ? agent.task.idleMs * 0.9 : 0
}

/** Writes the unit's mark into each file it declared: a set of lines, so that the order of merges does not matter. */
function edit(machine: Machine, agent: SimAgent): void {
  const files = machine.trees.get(agent.tree)
  if (files === undefined || agent.behaviour === 'empty-diff') return
  const { unit } = agent.task
  const spec = machine.scenario.units.find((candidate) => candidate.id === unit)
  const marks = agent.behaviour === 'bad' ? [unit, `DEFECT ${unit}`] : [unit]
  if (machine.scenario.faults.has('semantic-conflict') && agent.task.feedback !== undefined) marks.push('AGREED')
  for (const path of spec?.writes ?? [`src/${unit}.ts`]) files.set(path, withMarks(files.get(path), unit, marks))
  if (agent.behaviour === 'drops-tests') dropTests(files, spec?.writes ?? [])
  if (agent.behaviour === 'stray') files.set(`stray/${unit}.ts`, 'not declared')
  else files.delete(`stray/${unit}.ts`)
  if (agent.behaviour === 'removes-tree') machine.trees.delete(agent.tree)
}

function dropTests(files: Map<string, string>, paths: readonly string[]): void {
  for (const path of paths) {
    const lines = (files.get(path) ?? '').split('\n').filter((line) => !isTestLine(line))
    files.set(path, lines.join('\n'))
  }
}

function withMarks(content: string | undefined, unit: string, marks: readonly string[]): string {
  const lines = new Set((content ?? '').split('\n').filter((line) => line !== ''))
  lines.delete(`DEFECT ${unit}`)
  for (const mark of marks) lines.add(mark)
  return [...lines].toSorted().join('\n')
}

function fail(failure: Failure): AgentEnd {
  return { end: 'failed', failure, usage }
}

function answered(answer: Json): AgentEnd {
  return { end: 'answered', answer, usage }
}

const refusedAs = { oversized: 'the answer is over the limit', duplicate: 'two answers' } as const
const blockerOf = { refuses: 'refusal', overflows: 'overflow' } as const

type Limited = Extract<Behaviour, 'rate-limited' | 'rate-limited-silently' | 'quota' | 'cut-off'>

function limitedAs(behaviour: Limited, { timeline }: Machine): Failure {
  switch (behaviour) {
    case 'rate-limited':
      return { tag: 'transport', class: 'rate-limit', retryAfterMs: 20_000 }
    case 'rate-limited-silently':
      return { tag: 'transport', class: 'rate-limit' }
    case 'quota':
      return { tag: 'quota', resetAt: timeline.wall() + 3_600_000 }
    case 'cut-off':
      return { tag: 'ceiling', limit: 'costMicros', at: costLimit }
  }
}

function endOf(machine: Machine, agent: SimAgent): AgentEnd {
  const { nonce } = agent.task
  switch (agent.behaviour) {
    case 'exit-1':
      return fail({ tag: 'crash', exitCode: 1, signal: null })
    case 'exit-137':
    case 'crash-after-result':
      return fail({ tag: 'crash', exitCode: null, signal: 'SIGKILL' })
    case 'no-answer':
      return fail({ tag: 'empty' })
    case 'malformed':
      return answered('not an object')
    case 'partial':
      return answered({ nonce })
    case 'oversized':
    case 'duplicate':
      return fail({ tag: 'invalid', errors: [raw(refusedAs[agent.behaviour])] })
    case 'forged':
      return answered(goodAnswer(machine, agent, 'f'.repeat(64)))
    case 'blocked':
      return answered({ nonce, status: 'blocked', note: 'a decision is missing' })
    case 'refuses':
    case 'overflows':
      return fail({ tag: 'blocked', why: blockerOf[agent.behaviour], text: raw('not with this model') })
    case 'rate-limited':
    case 'rate-limited-silently':
    case 'quota':
    case 'cut-off':
      return fail(limitedAs(agent.behaviour, machine))
    case 'network':
    case 'server':
    case 'stream':
    case 'connection':
      return fail({ tag: 'transport', class: agent.behaviour })
    case 'outside':
      return fail({ tag: 'outside', paths: ['/somewhere/else'] })
    case 'unavailable':
      return fail({ tag: 'unavailable', what: raw('no such program') })
    case 'unknown-word':
      return answered({ nonce, verdict: 'LGTM', findings: [], summary: 'looks good' })
    case 'revise':
    case 'reject':
      return answered({ nonce, verdict: wordOf(agent), findings: [], summary: `${agent.behaviour} this` })
    case 'good':
    case 'slow':
    case 'silent':
    case 'hang':
    case 'bad':
    case 'stray':
    case 'empty-diff':
    case 'removes-tree':
    case 'unsound':
    case 'stubborn':
    case 'drops-tests':
      return answered(goodAnswer(machine, agent, nonce))
    default:
      return unreachable(agent.behaviour)
  }
}

/** This phase's word for the judge's verdict: `revise` or `revision`; a phase without a word for `reject` gets none. */
function wordOf({ task, behaviour }: SimAgent): string {
  const words = (task.do === 'judge' ? task.words : undefined) ?? [behaviour]
  return words.find((word) => word.startsWith(behaviour.slice(0, 5))) ?? behaviour
}

/** This phase's word for yes. */
function yesOf({ words = [] }: Extract<SimAgent['task'], { do: 'judge' }>): string {
  return words.find((word) => word.startsWith('approve')) ?? 'approve'
}

/** A text that differs with every attempt, like a person's. */
function documentOf(agent: SimAgent): string {
  return `How ${agent.task.unit} is to be done, ${agent.key}. `.repeat(8)
}

/** Triage sends every other unit the short way. */
function plannedBy({ scenario }: Machine, agent: SimAgent): readonly PlannedUnit[] {
  const { shape } = scenario
  const units = planFor(scenario, agent.task.unit)
  const told = JSON.stringify(agent.task.feedback ?? '')
  const merged = new Set([...told.matchAll(/unit (\S+) is merged/g)].map(([, id]) => id))
  // A re-plan keeps the existing units and adds fixes; it leaves out units that are reported as merged.
  if (agent.task.feedback?.hint !== undefined || merged.size > 0) {
    const left = units.filter(({ id }) => !merged.has(id))
    const kept = left.map((spec) => ({ ...spec, depends: spec.depends.filter((id) => !merged.has(id)) }))
    const attempt = attemptOf(agent.key)
    return [...kept, unit(10 + attempt, [], [`src/again-${attempt}.ts`])]
  }
  if (shape !== 'bug') return units
  return units.map((unit, index) => ({ ...unit, pipeline: index % 2 === 0 ? 'route-a' : 'route-b' }))
}

function goodAnswer(machine: Machine, agent: SimAgent, nonce: string): Json {
  if (agent.task.do === 'work') return { nonce, status: 'done', note: '' }
  if (agent.task.do === 'document') return { nonce, document: documentOf(agent) }
  if (agent.task.do === 'judge') return { nonce, verdict: yesOf(agent.task), findings: [], summary: '' }
  const units = plannedBy(machine, agent) as unknown as Json[]
  const unsound = [{ ...(machine.scenario.units[0] as unknown as Record<string, Json>), depends: ['nobody'] }]
  return { nonce, plan: { summary: 'a plan', units: agent.behaviour === 'unsound' ? unsound : units } }
}
