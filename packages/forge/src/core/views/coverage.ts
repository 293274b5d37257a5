/** Which phases and edges of its templates a run has taken: what a rehearsal shows. Pure. */
import type { Event } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import type { Template } from '#model/run.ts'
import type { Verdict } from '#model/verdict.ts'
import type { RunState } from '#core/state/state.ts'

/** One phase of a template, and how often it ended in which way. */
export interface PhaseCoverage {
  readonly template: string
  readonly phase: string
  /** Where a revision leads; absent: nowhere, the unit stops. */
  readonly onRevise: string | undefined
  readonly times: Readonly<Record<Verdict, number>>
}

export interface Coverage {
  readonly phases: readonly PhaseCoverage[]
  readonly phasesTaken: number
  /** `pass` of every phase, and `revise` of those that have somewhere to send work back to. */
  readonly edges: number
  readonly edgesTaken: number
}

/** A run that was looked at: its events, and the state that they fold to. */
export interface Looked {
  readonly state: RunState
  readonly events: readonly Event[]
}

export function coverageOf(templates: Readonly<Record<string, Template>>, runs: readonly Looked[]): Coverage {
  const taken = countVerdicts(runs)
  const phases = Object.entries(templates).flatMap(([template, { phases: all }]) =>
    all
      .filter(({ effect }) => effect !== 'off')
      .map((phase): PhaseCoverage => {
        const times = taken.get(`${template}/${phase.name}`) ?? none
        return { template, phase: phase.name, onRevise: phase.onRevise, times }
      }),
  )
  const edges = phases.flatMap(edgesOf)
  return {
    phases,
    phasesTaken: phases.filter(({ times }) => Object.values(times).some((count) => count > 0)).length,
    edges: edges.length,
    edgesTaken: edges.filter((count) => count > 0).length,
  }
}

const none: Readonly<Record<Verdict, number>> = { pass: 0, revise: 0, stop: 0, none: 0 }

/** How often each edge of a phase was taken. */
function edgesOf({ onRevise, times }: PhaseCoverage): number[] {
  return onRevise === undefined ? [times.pass] : [times.pass, times.revise]
}

function countVerdicts(runs: readonly Looked[]): ReadonlyMap<string, Readonly<Record<Verdict, number>>> {
  const counts = new Map<string, Record<Verdict, number>>()
  for (const { state, events } of runs) {
    for (const event of events) {
      if (event.type !== 'verdict.given') continue
      const [unit, phase] = splitPath(event.path)
      const path = `${state.units[unit]?.spec.template ?? ''}/${phase}`
      const known = counts.get(path) ?? { ...none }
      counts.set(path, { ...known, [event.verdict]: known[event.verdict] + 1 })
    }
  }
  return counts
}
