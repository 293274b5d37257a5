/**
 * Proves by enumeration what must be true of any template, whoever wrote it: it never hangs, nothing is merged past a gate,
 * every loop spends a budget, and some way leads to its end. What is found is told with the way that leads there.
 */
import type { Event } from '#model/event.ts'
import { hashText } from '#model/digest.ts'
import { judgedTheSame } from '#model/judged.ts'
import type { Phase } from '#model/phase.ts'
import { RunSpec, type Template } from '#model/run.ts'
import { judgedNow, phasesOf } from '#core/graph/position.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { explore, type Behaviour, type Walk } from './explore.ts'
import { oddities } from './outcomes.ts'

export interface Hole {
  readonly template: string
  readonly law: 'moves' | 'gates' | 'budget' | 'end' | 'order' | 'verified' | 'size'
  readonly message: string
  /** What happened, step by step, until the hole. */
  readonly trail: readonly string[]
}

export interface Proof {
  readonly template: string
  readonly states: number
  readonly steps: number
  /** Phases that some way starts, in order. */
  readonly reached: readonly string[]
  readonly holes: readonly Hole[]
}

/** What must have passed, for exactly what is there, before a phase starts: the laws of a template, by phase. */
export type Laws = Readonly<Record<string, readonly string[]>>

export function proveTemplate(spec: RunSpec, name: string, laws: Laws = {}): Proof {
  const finder = createFinder(name, laws)
  const start = startOf(spec, name)
  if (start === undefined) return { template: name, states: 0, steps: 0, reached: [], holes: [] }
  const phases = start.spec?.templates[name]?.phases ?? []
  const walks = behavioursOf(name, phases).map((behaviour) => finder.watch(explore(start, behaviour, finder)))
  finder.close(phases)
  return {
    template: name,
    states: walks.reduce((sum, walk) => sum + walk.states, 0),
    steps: walks.reduce((sum, walk) => sum + walk.steps, 0),
    reached: phases.map((phase) => phase.name).filter((phase) => finder.reached.has(phase)),
    holes: finder.holes,
  }
}

/**
 * Every two phases that may want revisions, in any order and number; and for each phase whatever else can go wrong there,
 * one kind at a time and as often as it likes. A loop that spends nothing, or a way past a gate, shows with one or two.
 */
function behavioursOf(template: string, phases: readonly Phase[]): readonly Behaviour[] {
  const names = phases.filter(isPerformed).map((phase) => phase.name)
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]))
  const wishes = (pair: readonly string[]): Behaviour => {
    return ({ name }, { spec }) => (spec.template === template && pair.includes(name) ? 'revisions' : 'pass')
  }
  const oddity = (odd: string, number: number): Behaviour => {
    return ({ name }, { spec }) => (spec.template === template && name === odd ? number : 'pass')
  }
  return [
    ...(pairs.length === 0 ? [names] : pairs).map(wishes),
    ...names.flatMap((odd) => Array.from({ length: oddities }, (_, number) => oddity(odd, number))),
  ]
}

/** What is planned by a template is another template's business: here it is one check and no more. */
const planned = '0-planned'

/** A run of one unit of this template, with room for all its budgets. */
function startOf(spec: RunSpec, name: string): RunState | undefined {
  const template = spec.templates[name]
  if (template === undefined) return undefined
  const verify = [{ name: 'test', run: 'true', cwd: '.', timeoutMs: 1000 }]
  const alone = RunSpec.parse({
    ...spec,
    opens: undefined,
    templates: {
      [name]: withoutPlans(template),
      [planned]: { phases: [{ name: 'verify', kind: 'check', on: 'tip' }] },
    },
    units: [{ id: 'unit', title: 'unit', template: name, verify, writes: ['work.txt'] }],
    closing: [],
    slots: 1,
    strategy: 'full',
    limits: { dispatches: 100_000, unitDispatches: 100_000 },
  })
  const empty = runCore.initial('check')
  const message = { type: 'start', id: 'm0', at: 1, spec: alone, nonce: hashText('nonce') } as const
  return runCore.fold(empty, runCore.step(empty, message))
}

function withoutPlans(template: Template): Template {
  const phases = template.phases.map((phase) =>
    phase.kind === 'agent' && phase.yields === 'plan' ? { ...phase, template: planned, pipelines: [] } : phase,
  )
  return { ...template, phases }
}

function createFinder(template: string, laws: Laws) {
  const holes: Hole[] = []
  const reached = new Set<string>()
  let isDone = false
  let stop: { readonly reason: string; readonly trail: readonly string[] } | undefined
  const found = (law: Hole['law'], message: string, trail: readonly string[]): void => {
    if (!holes.some((hole) => hole.law === law && hole.message === message))
      holes.push({ template, law, message, trail })
  }
  return {
    holes,
    reached,
    step(before: RunState, events: readonly Event[], trail: readonly string[]): void {
      let state = before
      for (const event of events) {
        if (event.type === 'message.rejected') found('moves', `Forge made a mistake: ${event.error}`, trail)
        if (event.type === 'attempt.intended') {
          const unit = state.units[event.task.unit] as UnitState
          const phase = phaseOf(state, unit, event.path)
          if (unit.spec.template === template && phase !== undefined) {
            reached.add(phase.name)
            for (const [law, message] of faultsAt(state, unit, phase, laws)) found(law, message, trail)
          }
        }
        if (event.type === 'unit.stopped') stop ??= { reason: event.reason, trail }
        state = runCore.fold(state, [event])
      }
    },
    rest({ state, trail }: { readonly state: RunState; readonly trail: readonly string[] }): void {
      if (state.status === 'finished') isDone ||= state.outcome === 'done'
      else if (state.status !== 'stopped' || state.remedy === undefined)
        found('moves', `nothing can happen any more, and nobody owns it (the run is ${state.status})`, trail)
    },
    watch(walk: Walk): Walk {
      if (walk.loop !== undefined) found('budget', 'a loop comes back to where it was and spends nothing', walk.loop)
      if (!walk.isWhole) found('size', 'there are too many states to look at all of them', [])
      return walk
    },
    close(phases: readonly Phase[]): void {
      if (!isDone)
        found('end', `no way leads to its end${stop === undefined ? '' : `: ${stop.reason}`}`, stop?.trail ?? [])
      const asleep = phases.filter((phase) => isPerformed(phase) && !reached.has(phase.name))
      for (const { name } of isDone ? asleep : []) found('end', `no way ever starts ${name}`, [])
      for (const hole of staticHoles(phases, laws)) found('order', hole, [])
    },
  }
}

function phaseOf(state: RunState, unit: UnitState, path: string): Phase | undefined {
  return phasesOf(state, unit).find(({ name }) => path === `${unit.spec.id}/${name}`)
}

function isPerformed(phase: Phase): boolean {
  return phase.effect !== 'off' && phase.kind !== 'gate' && phase.kind !== 'ask'
}

/** What must not be so when a phase starts. */
function faultsAt(state: RunState, unit: UnitState, phase: Phase, laws: Laws): [Hole['law'], string][] {
  const phases = phasesOf(state, unit)
  const unsettled = (laws[phase.name] ?? []).filter(
    (name) =>
      !hasPassed(
        state,
        unit,
        phases.find((one) => one.name === name),
      ),
  )
  const faults = unsettled.map((name): [Hole['law'], string] => [
    'order',
    `${phase.name} starts although ${name} has not passed for what is there`,
  ])
  if (phase.kind !== 'git' || phase.op !== 'merge') return faults
  const before = phases.slice(0, phases.indexOf(phase))
  const skipped = before.filter(
    (other) => other.effect === 'blocking' && isGate(other) && !hasPassed(state, unit, other),
  )
  const isVerified = before.some((other) => other.kind === 'check' && other.effect === 'blocking')
  return [
    ...faults,
    ...skipped.map(({ name }): [Hole['law'], string] => [
      'gates',
      `${phase.name} starts although ${name} has not passed`,
    ]),
    ...(isVerified
      ? []
      : [['verified', `${phase.name} merges what no blocking check has verified`] as [Hole['law'], string]]),
  ]
}

/** Phases that hold work back: judgements, checks, gates and questions that are always asked. */
function isGate(phase: Phase): boolean {
  if (phase.kind === 'agent') return phase.yields === 'verdict'
  return phase.kind === 'check' || phase.kind === 'gate' || (phase.kind === 'ask' && phase.about !== 'gate-changes')
}

function hasPassed(state: RunState, unit: UnitState, phase: Phase | undefined): boolean {
  if (phase === undefined || phase.effect === 'off') return false
  const judged = judgedNow(state, unit, phase)
  const others = phase.kind === 'check' ? phasesOf(state, unit).filter(({ kind }) => kind === 'check') : [phase]
  return others.some((other) => {
    const last = unit.phases[other.name]?.last
    return judged !== undefined && last?.verdict === 'pass' && judgedTheSame(last.judged, judged)
  })
}

/** A law about a phase that is not there, or that holds nothing back, is a hole before anything runs. */
function staticHoles(phases: readonly Phase[], laws: Laws): readonly string[] {
  return Object.entries(laws).flatMap(([name, before]) => {
    if (!phases.some((phase) => phase.name === name)) return []
    return before.flatMap((wanted) => {
      const phase = phases.find((candidate) => candidate.name === wanted)
      if (phase === undefined) return [`${name} must come after ${wanted}, and there is no such phase`]
      return phase.effect === 'blocking' ? [] : [`${name} must come after ${wanted}, whose effect is ${phase.effect}`]
    })
  })
}
