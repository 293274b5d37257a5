/** Observes the walk of a template, and records every fault with the way that leads there. */
import { say, type Said } from '#messages/said.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { Event } from '#model/event.ts'
import { judgedTheSame } from '#model/same-judgement.ts'
import type { Phase } from '#model/phase.ts'
import { judgedNow, phasesOf } from '#core/graph/position.ts'
import { idleStateOf } from '#core/idle/idle.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { isPerformed } from './behaviours.ts'
import type { ExploreParts, Visit, Exploration, Watcher } from './explore.ts'
import { leftOut, removedUnits } from './scope.ts'
import { remediesOf, resumed } from './human-commands.ts'

export interface ProofFault {
  readonly template: string
  readonly law: 'moves' | 'gates' | 'budget' | 'end' | 'order' | 'verified' | 'scope' | 'words' | 'size'
  readonly message: Said
  /** What happened, step by step, until the fault. */
  readonly trail: readonly string[]
}

/** What must have passed, for exactly the current input, before a phase starts: the laws of a template, by phase. */
export type Laws = Readonly<Record<string, readonly string[]>>

export interface Finder extends Watcher {
  readonly holes: readonly ProofFault[]
  readonly reached: ReadonlySet<string>
  note(walk: Exploration): void
  /** A walk that had to be complete and is not. */
  noteTooLarge(): void
  close(phases: readonly Phase[]): void
}

interface Stop {
  readonly reason: Said
  readonly trail: readonly string[]
  /** Everything before it succeeded: so the template itself stops. */
  readonly isWell: boolean
}

/** Which of two stops to report when no way leads to the end: one after successes only, else the first. */
function clearer(known: Stop | undefined, reason: Said, trail: readonly string[]): Stop {
  const isWell = trail.every((step) => step === 'granted' || step === 'shown' || / (pass|approve)$/.test(step))
  return known === undefined || isWell ? { reason, trail, isWell } : known
}

export function createFinder(template: string, laws: Laws, { core, mostStates }: ExploreParts): Finder {
  const holes: ProofFault[] = []
  const reached = new Set<string>()
  let isDone = false
  let stop: Stop | undefined
  const known = new Set<string>()
  const found = (law: ProofFault['law'], message: Said, trail: () => readonly string[]): void => {
    const name = `${law} ${canonicalJson(message)}`
    if (known.has(name)) return
    known.add(name)
    holes.push({ template, law, message, trail: trail() })
  }
  const nowhere = (): readonly string[] => []
  return {
    holes,
    reached,
    step(before: RunState, events: readonly Event[], trail: () => readonly string[]): void {
      for (const [index, event] of events.entries()) {
        if (event.type === 'message.rejected') found('moves', say('forge.madeMistake', { detail: event.error }), trail)
        if (event.type === 'graph.changed')
          for (const message of removedUnits(core.fold(before, events.slice(0, index)), event))
            found('scope', message, trail)
        if (event.type === 'unit.stopped' && stop?.isWell !== true) stop = clearer(stop, event.reason, trail())
        if (event.type !== 'attempt.intended') continue
        const state = core.fold(before, events.slice(0, index))
        const unit = state.units[event.task.unit] as UnitState
        const phase = phaseOf(state, unit, event.path)
        if (unit.spec.template !== template || phase === undefined) continue
        reached.add(phase.name)
        for (const [law, message] of [...faultsOfStart(state, unit, phase), ...faultsAt(state, unit, phase, laws)])
          found(law, message, trail)
      }
    },
    rest({ state, trail }: Visit): void {
      for (const message of leftOut(state)) found('scope', message, () => trail)
      if (state.status === 'finished') isDone ||= state.outcome === 'done'
      if (idleStateOf(state) === undefined || (state.status === 'stopped' && state.remedy === undefined))
        found('moves', say('proof.runHangs', { status: say(`state.${state.status}`) }), () => trail)
      for (const [name, why] of refusedWays(state, core))
        found('words', say('proof.suggestionRefused', { word: name, why }), () => trail)
    },
    note({ loop }: Exploration): void {
      if (loop !== undefined) found('budget', say('proof.unboundedLoop'), () => loop)
    },
    noteTooLarge(): void {
      found('size', say('proof.tooManyStates', { count: mostStates }), nowhere)
    },
    close(phases: readonly Phase[]): void {
      const end = stop === undefined ? say('proof.noWayToEnd') : say('proof.noWayToEndBecause', { why: stop.reason })
      if (!isDone) found('end', end, () => stop?.trail ?? [])
      const asleep = phases.filter((phase) => isPerformed(phase) && !reached.has(phase.name))
      for (const { name } of isDone ? asleep : []) found('end', say('proof.phaseNeverStarts', { phase: name }), nowhere)
      for (const hole of staticHoles(phases, laws)) found('order', hole, nowhere)
    },
  }
}

function phaseOf(state: RunState, unit: UnitState, path: string): Phase | undefined {
  return phasesOf(state, unit).find(({ name }) => path === `${unit.spec.id}/${name}`)
}

/** What must not hold when any phase starts. */
function faultsOfStart(state: RunState, { spec }: UnitState, { name }: Phase): [ProofFault['law'], Said][] {
  const waiting = spec.depends.filter((id) => {
    const before = state.units[id]
    return before?.merged === undefined && before?.status !== 'done'
  })
  return [
    ...(state.status === 'running'
      ? []
      : [
          [
            'words',
            say('proof.startsDespiteRunStatus', { phase: name, status: say(`state.${state.status}`) }),
          ] as const,
        ]),
    ...waiting.map((id) => ['order', say('proof.startsBeforeDependency', { phase: name, other: id })] as const),
  ].map(([law, message]) => [law, message])
}

/** Every remedy that Forge names must be a command that works. */
function refusedWays(state: RunState, core: ExploreParts['core']): readonly (readonly [string, Said])[] {
  const stamp = { id: `m${state.seq}`, at: state.now }
  const ways = state.status === 'paused' ? [resumed(stamp)] : remediesOf(state, stamp)
  return ways.flatMap(({ name, message }) =>
    core
      .step(state, message)
      .flatMap((event) => (event.type === 'command.refused' ? [[name, event.why] as const] : [])),
  )
}

/** What must not hold when a phase starts. */
function faultsAt(state: RunState, unit: UnitState, phase: Phase, laws: Laws): [ProofFault['law'], Said][] {
  const phases = phasesOf(state, unit)
  const unsettled = (laws[phase.name] ?? []).filter(
    (name) =>
      !hasPassed(
        state,
        unit,
        phases.find((one) => one.name === name),
      ),
  )
  const faults = unsettled.map((name): [ProofFault['law'], Said] => [
    'order',
    say('proof.startsBeforePassForThis', { phase: phase.name, other: name }),
  ])
  if (phase.kind !== 'git' || phase.op !== 'merge') return faults
  const before = phases.slice(0, phases.indexOf(phase))
  const skipped = before.filter(
    (other) => other.effect === 'blocking' && isGate(other) && !hasPassed(state, unit, other),
  )
  const isVerified = before.some(
    (other) => other.kind === 'check' && other.on === 'candidate' && other.effect === 'blocking',
  )
  return [
    ...faults,
    ...skipped.map(({ name }): [ProofFault['law'], Said] => [
      'gates',
      say('proof.startsBeforePass', { phase: phase.name, other: name }),
    ]),
    ...(isVerified
      ? []
      : [['verified', say('proof.mergesUnverified', { phase: phase.name })] as [ProofFault['law'], Said]]),
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

/** A law about a phase that does not exist, or that blocks nothing, is a fault before anything runs. */
function staticHoles(phases: readonly Phase[], laws: Laws): readonly Said[] {
  return Object.entries(laws).flatMap(([name, before]) => {
    if (!phases.some((phase) => phase.name === name)) return []
    return before.flatMap((wanted) => {
      const phase = phases.find((candidate) => candidate.name === wanted)
      if (phase === undefined) return [say('proof.mustFollowMissingPhase', { phase: name, other: wanted })]
      return phase.effect === 'blocking'
        ? []
        : [say('proof.mustFollowPhaseOfEffect', { phase: name, other: wanted, effect: phase.effect })]
    })
  })
}
