/** Which phases and edges of its templates runs have taken: the result of a rehearsal. Pure. */
import { say, type Said } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import type { Phase } from '#model/phase.ts'
import type { Template } from '#model/run.ts'
import type { Verdict } from '#model/verdict.ts'
import type { RunState } from '#core/state/state.ts'

/** One phase of a template, and how often it ended in which way. */
export interface PhaseCoverage {
  readonly template: string
  readonly phase: string
  /** The target of a revision; absent: none, the unit stops. */
  readonly onRevise: string | undefined
  readonly times: Readonly<Record<Verdict, number>>
}

export interface Coverage {
  readonly phases: readonly PhaseCoverage[]
  readonly phasesTaken: number
  /** `pass` of every phase, and `revise` of those that can give it and have a target for it. */
  readonly edges: number
  readonly edgesTaken: number
  readonly untaken: readonly NotReached[]
}

/** An edge that no run took, and how to take it. */
export interface NotReached {
  readonly template: string
  readonly phase: string
  readonly edge: Edge
  readonly why: Said
}

type Edge = 'pass' | 'revise'

/** A verdict on a phase of a unit that follows this template. */
export interface GivenVerdict {
  readonly template: string
  readonly phase: string
  readonly verdict: Verdict
}

/** What was judged in a run, in order. */
export function verdictsIn(state: RunState, events: readonly Event[]): readonly GivenVerdict[] {
  return events.flatMap((event) => {
    if (event.type !== 'verdict.given') return []
    const [unit, phase] = splitPath(event.path)
    return [{ template: state.units[unit]?.spec.template ?? '', phase, verdict: event.verdict }]
  })
}

export function coverageOf(templates: Readonly<Record<string, Template>>, given: readonly GivenVerdict[]): Coverage {
  const taken = countVerdicts(given)
  const all = Object.entries(templates).flatMap(([template, { phases }]) =>
    phases.filter(({ effect }) => effect !== 'off').map((phase) => ({ template, phase })),
  )
  const phases = all.map(({ template, phase }): PhaseCoverage => {
    const times = taken.get(`${template}/${phase.name}`) ?? none
    return { template, phase: phase.name, onRevise: phase.onRevise, times }
  })
  const edges = all.flatMap(({ template, phase }) => edgesOf(phase).map((edge) => ({ template, phase, edge })))
  const untaken = edges.flatMap(({ template, phase, edge }): NotReached[] => {
    const times = taken.get(`${template}/${phase.name}`) ?? none
    return times[edge] > 0 ? [] : [{ template, phase: phase.name, edge, why: whyUntaken(phase, edge) }]
  })
  return {
    phases,
    phasesTaken: phases.filter(({ times }) => Object.values(times).some((count) => count > 0)).length,
    edges: edges.length,
    edgesTaken: edges.length - untaken.length,
    untaken,
  }
}

const none: Readonly<Record<Verdict, number>> = { pass: 0, revise: 0, stop: 0, none: 0 }

/** The judge of a document sends it back, never its author. */
function edgesOf(phase: Phase): readonly Edge[] {
  const isAuthor = phase.kind === 'agent' && (phase.yields === 'document' || phase.yields === 'work')
  return phase.onRevise === undefined || isAuthor ? ['pass'] : ['pass', 'revise']
}

/** The condition of the edge: by the kind of the phase, not by what happened. */
function whyUntaken(phase: Phase, edge: Edge): Said {
  switch (phase.kind) {
    case 'check':
      if (phase.on !== 'candidate')
        return edge === 'pass' ? say('rehearsal.noCheckPassed') : say('rehearsal.noCheckFailed')
      return edge === 'pass' ? say('rehearsal.alreadyChecked') : say('rehearsal.unitsMustFailTogether')
    case 'git':
      return edge === 'revise' ? say('rehearsal.unitsMustChangeSameLines') : say('rehearsal.nothingCameSoFar')
    case 'ask':
      return edge === 'pass' ? say('rehearsal.nobodySaidYes') : say('rehearsal.nobodySaidNo')
    case 'gate':
      return edge === 'pass'
        ? say('rehearsal.nothingCameSoFar')
        : say('rehearsal.noWorkAgainstRule', { rule: phase.require })
    case 'agent': {
      const isWordless = phase.yields === 'verdict' && !Object.values(phase.vocabulary).includes(edge)
      return isWordless ? say('rehearsal.noWordInVocabulary') : say('rehearsal.nobodyAnsweredSo')
    }
    case 'chore':
      return say('rehearsal.nothingCameSoFar')
  }
}

function countVerdicts(given: readonly GivenVerdict[]): ReadonlyMap<string, Readonly<Record<Verdict, number>>> {
  const counts = new Map<string, Record<Verdict, number>>()
  for (const { template, phase, verdict } of given) {
    const path = `${template}/${phase}`
    const known = counts.get(path) ?? { ...none }
    counts.set(path, { ...known, [verdict]: known[verdict] + 1 })
  }
  return counts
}
