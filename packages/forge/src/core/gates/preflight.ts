/** The gates of a phase held against a unit as it stands: recorded facts, and nothing that an agent says (S0-26, R-05). */
import type { Failure } from '#model/failure.ts'
import type { Gate } from '#model/gate.ts'
import { judgedTheSame } from '#model/judged.ts'
import type { Phase } from '#model/phase.ts'
import { judgedNow, phasesOf } from '#core/graph/position.ts'
import { bugState, sprintState } from '#core/lifecycle/run.ts'
import { taskState } from '#core/lifecycle/task.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { evaluateGate } from './evaluate.ts'
import { artifactPaths, type GateFacts, type KnownVerdict } from './facts.ts'

/** Why a phase may not start, or what it did not bring; undefined when everything holds. */
export function gateFailure(
  state: RunState,
  unit: UnitState,
  name: string,
  when: Gate['when'],
): Extract<Failure, { tag: 'gate' }> | undefined {
  const phase = phasesOf(state, unit).find((candidate) => candidate.name === name)
  const directives = when === 'preflight' ? phase?.gates : phase?.outputs
  if (directives === undefined || directives.length === 0) return undefined
  const evaluated = evaluateGate({ when, phase: name, directives }, gateFactsOf(state, unit))
  if (evaluated.result === 'holds') return undefined
  return { tag: 'gate', when, result: evaluated.result, objections: [...evaluated.objections] }
}

/** Where documents of units stand as files in gates: the layout that gates have always been written for. */
const engineering = 'engineering'

export function documentPath(state: RunState, unit: UnitState, phase: string): string {
  return `${engineering}/sprints/${state.run}/${unit.spec.id}/${phase.toUpperCase()}.md`
}

export function gateFactsOf(state: RunState, unit: UnitState): GateFacts {
  const phases = phasesOf(state, unit)
  const { id, title, template } = unit.spec
  const task = { id, title, pipeline: template, status: taskState(state, unit), attempts: unit.dispatches }
  return {
    values: valuesOf(state, unit),
    record: {
      task,
      sprint: { id: state.run, status: sprintState(state) },
      bug: { id, status: bugState(state) },
    },
    phases: phases.map(({ name }) => name),
    verdicts: Object.fromEntries(phases.map((phase) => [phase.name, verdictOf(state, unit, phase)])),
    artifacts: Object.fromEntries([
      ...(unit.head?.artifacts ?? []).map(({ path, bytes }) => [path, bytes === null ? missing : file(bytes)] as const),
      ...phases
        .filter((phase) => phase.kind === 'agent' && phase.yields === 'document')
        .map(({ name }) => {
          const written = unit.documents[name]
          const fact = written === undefined ? missing : file(written.bytes)
          return [documentPath(state, unit, name), fact] as const
        }),
    ]),
  }
}

function valuesOf(state: RunState, { spec: { id } }: UnitState): GateFacts['values'] {
  return { sprint: state.run, task: id, bug: id, engineering }
}

/** Files of the unit's tree that some gate of it asks for: whoever works there is looked after. */
export function artifactsAsked(state: RunState, unit: UnitState): readonly string[] {
  const phases = phasesOf(state, unit)
  const documents = new Set(phases.map(({ name }) => documentPath(state, unit, name)))
  const gates = phases.flatMap(({ name, gates: before = [], outputs = [] }): Gate[] => [
    { when: 'preflight', phase: name, directives: before },
    { when: 'postflight', phase: name, directives: outputs },
  ])
  return artifactPaths(gates, valuesOf(state, unit))
    .filter((path) => !documents.has(path))
    .slice(0, 100)
}

const missing = { seen: 'missing' } as const

function file(bytes: number): { readonly seen: 'file'; readonly bytes: number } {
  return { seen: 'file', bytes }
}

/** The verdict that counts now: given on exactly what is there. */
function verdictOf(state: RunState, unit: UnitState, phase: Phase): KnownVerdict {
  const last = unit.phases[phase.name]?.last
  const judged = judgedNow(state, unit, phase)
  if (last === undefined || judged === undefined || !judgedTheSame(last.judged, judged)) return 'n/a'
  if (last.verdict === 'pass') return 'approved'
  return last.verdict === 'revise' ? 'revision' : 'unknown'
}
