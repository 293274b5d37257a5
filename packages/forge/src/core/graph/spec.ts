/** Can this specification run? Forge refuses a preset that could only hang, or that names what it does not have. */
import { say, type Said } from '#messages/said.ts'
import { nearest } from '#model/nearest.ts'
import type { AgentPhase, Phase } from '#model/phase.ts'
import type { RunSpec, Template } from '#model/run.ts'
import type { UnitSpec } from '#model/unit.ts'
import { findCycle } from './check.ts'

/** What is wrong, and its place in the preset that the specification was made from. */
export interface SpecFault {
  readonly at: readonly (string | number)[]
  readonly message: Said
}

/** Why no run may start from it; undefined when one may. */
export function specFault(spec: RunSpec): Said | undefined {
  return specFaults(spec)[0]?.message
}

export function specFaults(spec: RunSpec): readonly SpecFault[] {
  const templates = Object.entries(spec.templates).flatMap(([name, template]) => templateFaults(spec, name, template))
  return [...unitFaults(spec), ...templates, ...commitFaults(spec)]
}

/** A commit policy that its phases contradict. */
function commitFaults({ commit, templates }: RunSpec): SpecFault[] {
  const merges = Object.entries(templates).flatMap(([name, { phases }]) =>
    phases.flatMap((phase, index) =>
      phase.kind === 'git' && phase.op === 'merge' && phase.effect !== 'off' ? [{ name, index, phase }] : [],
    ),
  )
  if (commit === 'none')
    return merges.map(({ name, index, phase }) => ({
      at: ['templates', name, 'phases', index, 'op'],
      message: say('phase.mergesWithoutCommit', { phase: `${name}/${phase.name}` }),
    }))
  if (commit === undefined || merges.length > 0) return []
  const message = say('preset.commitsButNeverMerges', { commit, phase: '{ name: merge, kind: git, op: merge }' })
  return [{ at: ['commit'], message }]
}

function unitFaults(spec: RunSpec): SpecFault[] {
  const placed = [
    ...spec.units.map((unit, index) => ({ unit, at: ['start', index] })),
    ...spec.closing.map((unit, index) => ({ unit, at: ['closing', index] })),
  ]
  const ids = placed.map(({ unit }) => unit.id)
  const cycle = findCycle(placed.map(({ unit: { id, depends, after } }) => ({ id, depends: [...depends, ...after] })))
  return [
    ...placed.flatMap(({ unit, at }) => homeFault(spec, unit, at)),
    ...placed
      .filter(({ unit }, index) => ids.indexOf(unit.id) !== index)
      .map(({ at }) => ({ at: [...at, 'id'], message: say('preset.unitIdUsedTwice') })),
    ...placed
      .slice(0, spec.units.length)
      .filter(({ unit }) => unit.depends.some((id) => !ids.includes(id)))
      .map(({ unit, at }) => {
        const lost = unit.depends.find((id) => !ids.includes(id)) ?? ''
        const others = ids.filter((id) => id !== unit.id)
        const message = say('preset.unitDependsOnMissing', { unit: unit.id, other: lost, hint: meant(lost, others) })
        return { at: [...at, 'depends'], message }
      }),
    ...(cycle === undefined
      ? []
      : [{ at: ['start'], message: say('preset.dependencyCycle', { cycle: cycle.join(' → ') }) }]),
  ]
}

/** The name that was probably meant; otherwise all known names. */
function meant(name: string, known: readonly string[]): Said | '' {
  const found = nearest(name, known)
  if (found !== undefined) return say('hint.didYouMean', { meant: found })
  return known.length === 0 ? '' : say('hint.canBe', { known: known.slice(0, 10).join(', ') })
}

function homeFault(spec: RunSpec, unit: UnitSpec, at: readonly (string | number)[]): SpecFault[] {
  if (spec.templates[unit.template] !== undefined) return []
  const hint = meant(unit.template, Object.keys(spec.templates))
  const message = say('unit.templateDoesNotExist', { unit: unit.id, template: unit.template, hint })
  return [{ at: [...at, 'template'], message }]
}

function templateFaults(spec: RunSpec, name: string, { phases }: Template): SpecFault[] {
  const at = ['templates', name, 'phases']
  const names = phases.map((phase) => phase.name)
  const twice = names.findIndex((phase, index) => names.indexOf(phase) !== index)
  const repeated = names[twice]
  if (repeated !== undefined)
    return [{ at: [...at, twice, 'name'], message: say('template.phaseNameUsedTwice', { name, phase: repeated }) }]
  const [first, second] = phases.filter(isPlanning).map((phase) => phase.name)
  if (first !== undefined && second !== undefined) {
    const message = say('template.plansTwice', { template: name, one: first, other: second })
    return [{ at: [...at, names.indexOf(second), 'yields'], message }]
  }
  if (phases.every((phase) => phase.effect === 'off')) return [{ at, message: say('template.everyPhaseOff', { name }) }]
  return phases.flatMap((phase, index) => {
    const found = phaseFault(spec, `${name}/${phase.name}`, phases.slice(0, index + 1))
    return found === undefined ? [] : [{ at: [...at, index, ...found.at], message: found.message }]
  })
}

/** The last of these phases, which comes after the others. */
function phaseFault(spec: RunSpec, path: string, until: readonly Phase[]): SpecFault | undefined {
  const phase = until.at(-1)
  if (phase === undefined || phase.effect === 'off') return undefined
  const earlier = until.slice(0, -1).filter((other) => other.effect !== 'off')
  return (
    revisionFault(path, phase, until) ??
    iterationFault(spec, path, phase) ??
    planFault(spec, path, phase) ??
    documentFault(path, phase, earlier) ??
    productFault(path, phase, earlier) ??
    lenientFault(path, phase, earlier)
  )
}

/** A phase that needs a product waits forever if its makers may be passed without one. */
function lenientFault(path: string, phase: Phase, earlier: readonly Phase[]): SpecFault | undefined {
  const needed = neededBy(phase)
  const judged = phase.kind === 'agent' || phase.kind === 'ask' ? phase.judges : undefined
  const names = [...(phase.requires ?? []), ...(judged === undefined ? [] : [judged])]
  const sources = [
    ...names.map((name) => earlier.filter((other) => other.name === name)),
    ...(needed === undefined ? [] : [earlier.filter((other) => makes(other) === needed)]),
  ]
  const lenient = sources.find(
    (makers) => makers.length > 0 && makers.every(({ effect }) => effect !== 'blocking'),
  )?.[0]
  if (lenient === undefined) return undefined
  const { name, effect } = lenient
  const message = say('phase.inputMayBeMissing', { phase: path, name, effect })
  return { at: ['kind'], message }
}

function revisionFault(path: string, phase: Phase, until: readonly Phase[]): SpecFault | undefined {
  if (phase.onRevise === undefined) return undefined
  const target = until.find(({ name }) => name === phase.onRevise)
  const message =
    target === undefined
      ? say('phase.sendsBackToLater', {
          phase: path,
          target: phase.onRevise,
          hint: meant(phase.onRevise, makers(until)),
        })
      : target.kind === 'agent' && target.yields !== 'verdict' && target.effect !== 'off'
        ? undefined
        : say('phase.sendsBackToNonMaker', {
            phase: path,
            target: phase.onRevise,
            hint: meant(phase.onRevise, makers(until)),
          })
  return message === undefined ? undefined : { at: ['on_revision'], message }
}

/**
 * A new iteration begins with a plan: the planner is a unit of the start, and the judge of the whole comes behind it.
 */
function iterationFault(spec: RunSpec, path: string, phase: Phase): SpecFault | undefined {
  if (phase.iterate === undefined) return undefined
  const template = path.slice(0, path.lastIndexOf('/'))
  const planning = Object.values(spec.templates).flatMap(({ phases }) => phases.filter(isPlanning))
  const isPlanned = planning.some((one) => one.template === template || (one.pipelines ?? []).includes(template))
  if (isPlanned || spec.units.some((unit) => unit.template === template))
    return {
      at: ['iterate'],
      message: say('phase.replansTooEarly', { phase: path }),
    }
  if (!spec.closing.some((unit) => unit.template === template)) return undefined
  const planners = spec.units.filter((unit) => spec.templates[unit.template]?.phases.some(isPlanning))
  const names = planners.map(({ id }) => id)
  if (names.includes(phase.iterate)) return undefined
  const message = say('phase.replansByNoPlanner', {
    phase: path,
    unit: phase.iterate,
    hint: meant(phase.iterate, names),
  })
  return { at: ['iterate'], message }
}

function isPlanning(phase: Phase): phase is AgentPhase {
  return phase.kind === 'agent' && phase.yields === 'plan' && phase.effect !== 'off'
}

/** Phases that make something, and so can make it again. */
function makers(phases: readonly Phase[]): readonly string[] {
  const working = phases.filter((phase) => phase.kind === 'agent' && phase.yields !== 'verdict')
  return working.filter(({ effect }) => effect !== 'off').map(({ name }) => name)
}

function planFault(spec: RunSpec, path: string, phase: Phase): SpecFault | undefined {
  if (phase.kind !== 'agent' || phase.yields !== 'plan') return undefined
  if (spec.templates[phase.template ?? ''] === undefined) {
    const hint = meant(phase.template ?? '', Object.keys(spec.templates))
    const message = say('phase.plansMissingTemplate', {
      phase: path,
      template: phase.template ?? say('template.none'),
      hint,
    })
    return { at: ['template'], message }
  }
  const lost = phase.pipelines?.find((name) => spec.templates[name] === undefined)
  if (lost === undefined) return undefined
  const hint = meant(lost, Object.keys(spec.templates))
  return {
    at: ['pipelines'],
    message: say('phase.offersMissingTemplate', { phase: path, template: lost, hint }),
  }
}

/** Documents that a phase reads must be written before it. */
function documentFault(path: string, phase: Phase, earlier: readonly Phase[]): SpecFault | undefined {
  const isMade = (name: string, ...kinds: readonly string[]): boolean =>
    earlier.some((other) => other.name === name && other.kind === 'agent' && kinds.includes(other.yields))
  const isWritten = (name: string): boolean => isMade(name, 'document')
  const judged = phase.kind === 'agent' || phase.kind === 'ask' ? phase.judges : undefined
  if (judged !== undefined && isMade(judged, 'plan'))
    return { at: ['judges'], message: judgesPlan(path, judged, earlier) }
  if (judged !== undefined && !isWritten(judged))
    return {
      at: ['judges'],
      message: say('phase.judgesMissingDocument', { phase: path, judged, hint: meant(judged, makers(earlier)) }),
    }
  if (phase.kind === 'ask' && phase.about === 'document' && judged === undefined)
    return { at: ['about'], message: say('phase.asksWithoutDocument', { phase: path }) }
  const lost = phase.requires?.find((name) => !isMade(name, 'document', 'work'))
  if (lost === undefined) return undefined
  return {
    at: ['requires'],
    message: say('phase.requiresWhatNoneMakes', { phase: path, lost, hint: meant(lost, makers(earlier)) }),
  }
}

function judgesPlan(path: string, judged: string, earlier: readonly Phase[]): Said {
  const papers = earlier.filter((phase) => phase.kind === 'agent' && phase.yields === 'document')
  if (papers.length === 0) return say('phase.judgesPlanWithoutDocument', { phase: path, judged })
  const names = papers.map(({ name }) => name).join(', ')
  return say('phase.judgesPlan', { phase: path, judged, names })
}

function productFault(path: string, phase: Phase, earlier: readonly Phase[]): SpecFault | undefined {
  const needed = neededBy(phase)
  if (needed === undefined || earlier.some((other) => makes(other) === needed)) return undefined
  return {
    at: ['kind'],
    message: say('phase.needsWhatNoneMakes', { phase: path, needed, hint: sources[needed] }),
  }
}

type Product = 'plan' | 'head' | 'candidate'

/** What must come before it. */
const sources: Record<Product, Said> = {
  plan: say('hint.putPlanningAgentBefore'),
  head: say('hint.putWorkingAgentBefore'),
  candidate: say('hint.putIntegrateBefore', { phase: '{ kind: git, op: integrate }' }),
}

/** What a phase works on; without it the unit would wait forever. */
function neededBy(phase: Phase): Product | undefined {
  switch (phase.kind) {
    case 'agent':
      return phase.yields === 'verdict' && phase.judges === undefined ? 'head' : undefined
    case 'check':
      return phase.on === 'tip' ? undefined : phase.on
    case 'gate':
      return 'head'
    case 'ask':
      if (phase.about === 'document') return undefined
      return phase.about === 'plan' ? 'plan' : 'head'
    case 'git':
      return phase.op === 'integrate' ? 'head' : 'candidate'
    case 'chore':
      return undefined
  }
}

function makes(phase: Phase): Product | undefined {
  if (phase.kind === 'git') return phase.op === 'integrate' ? 'candidate' : undefined
  if (phase.kind !== 'agent') return undefined
  return phase.yields === 'work' ? 'head' : phase.yields === 'plan' ? 'plan' : undefined
}
