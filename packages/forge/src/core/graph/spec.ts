/** Can a run be made of this specification? A preset that could only hang, or names what it does not have, is refused. */
import { nearest } from '#model/nearest.ts'
import type { AgentPhase, Phase } from '#model/phase.ts'
import type { RunSpec, Template } from '#model/run.ts'
import type { UnitSpec } from '#model/unit.ts'
import { findCycle } from './check.ts'

/** What is wrong, and where it stands in the preset that the specification was made from. */
export interface SpecFault {
  readonly at: readonly (string | number)[]
  readonly message: string
}

/** Why no run is started from it; undefined when one may be. */
export function specFault(spec: RunSpec): string | undefined {
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
      message: `phase ${name}/${phase.name} merges, and commit is none; take the phase out, or say commit: per-unit`,
    }))
  if (commit === undefined || merges.length > 0) return []
  const message = `${commit}, and no phase merges; add { name: merge, kind: git, op: merge }, or say commit: none`
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
      .map(({ at }) => ({ at: [...at, 'id'], message: 'two units have one id' })),
    ...placed
      .slice(0, spec.units.length)
      .filter(({ unit }) => unit.depends.some((id) => !ids.includes(id)))
      .map(({ unit, at }) => {
        const lost = unit.depends.find((id) => !ids.includes(id)) ?? ''
        const others = ids.filter((id) => id !== unit.id)
        const message = `unit ${unit.id} depends on ${lost}, a unit that does not exist${meant(lost, others)}`
        return { at: [...at, 'depends'], message }
      }),
    ...(cycle === undefined
      ? []
      : [{ at: ['start'], message: `units wait for each other in a circle: ${cycle.join(' → ')}` }]),
  ]
}

/** The name that was probably meant; otherwise all that there are. */
function meant(name: string, known: readonly string[]): string {
  const found = nearest(name, known)
  if (found !== undefined) return `; did you mean ${found}?`
  return known.length === 0 ? '' : `; it can be ${known.slice(0, 10).join(', ')}`
}

function homeFault(spec: RunSpec, unit: UnitSpec, at: readonly (string | number)[]): SpecFault[] {
  if (spec.templates[unit.template] !== undefined) return []
  const hint = meant(unit.template, Object.keys(spec.templates))
  const message = `unit ${unit.id} follows template ${unit.template}, which does not exist${hint}`
  return [{ at: [...at, 'template'], message }]
}

function templateFaults(spec: RunSpec, name: string, { phases }: Template): SpecFault[] {
  const at = ['templates', name, 'phases']
  const names = phases.map((phase) => phase.name)
  const twice = names.findIndex((phase, index) => names.indexOf(phase) !== index)
  if (twice >= 0)
    return [{ at: [...at, twice, 'name'], message: `template ${name} has two phases of one name: ${names[twice]}` }]
  const planning = phases.filter(isPlanning)
  if (planning.length > 1) {
    const second = planning[1]?.name ?? ''
    const message = `template ${name} plans twice, in ${planning[0]?.name} and ${second}, and the second plan would take the place of the first; let ${second} be a phase of another template`
    return [{ at: [...at, names.indexOf(second), 'yields'], message }]
  }
  if (phases.every((phase) => phase.effect === 'off'))
    return [{ at, message: `template ${name} has nothing to do: every phase is off` }]
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

/** Whoever goes on without what was to be made would wait for it for ever. */
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
  const message = `phase ${path} works on what ${name} makes, and ${name} has effect: ${effect}, so there may be nothing; say effect: blocking there`
  return { at: ['kind'], message }
}

function revisionFault(path: string, phase: Phase, until: readonly Phase[]): SpecFault | undefined {
  if (phase.onRevise === undefined) return undefined
  const target = until.find(({ name }) => name === phase.onRevise)
  const message =
    target === undefined
      ? `phase ${path} sends work back to ${phase.onRevise}, which does not come before it${meant(phase.onRevise, makers(until))}`
      : target.kind === 'agent' && target.yields !== 'verdict' && target.effect !== 'off'
        ? undefined
        : `phase ${path} sends work back to ${phase.onRevise}, which makes nothing${meant(phase.onRevise, makers(until))}`
  return message === undefined ? undefined : { at: ['on_revision'], message }
}

/** A new iteration begins with a plan: of a unit that is there from the start, for one that judges the whole behind it. */
function iterationFault(spec: RunSpec, path: string, phase: Phase): SpecFault | undefined {
  if (phase.iterate === undefined) return undefined
  const template = path.slice(0, path.lastIndexOf('/'))
  const planning = Object.values(spec.templates).flatMap(({ phases }) => phases.filter(isPlanning))
  const isPlanned = planning.some((one) => one.template === template || (one.pipelines ?? []).includes(template))
  if (isPlanned || spec.units.some((unit) => unit.template === template))
    return {
      at: ['iterate'],
      message: `phase ${path} would have the whole planned again before it is there; only units under closing may`,
    }
  if (!spec.closing.some((unit) => unit.template === template)) return undefined
  const planners = spec.units.filter((unit) => spec.templates[unit.template]?.phases.some(isPlanning))
  const names = planners.map(({ id }) => id)
  if (names.includes(phase.iterate)) return undefined
  const message = `phase ${path} has the whole planned again by ${phase.iterate}, which is no unit of start that plans${meant(phase.iterate, names)}`
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
    const message = `phase ${path} plans units of template ${phase.template ?? '(none)'}, which does not exist${hint}`
    return { at: ['template'], message }
  }
  const lost = phase.pipelines?.find((name) => spec.templates[name] === undefined)
  if (lost === undefined) return undefined
  const hint = meant(lost, Object.keys(spec.templates))
  return {
    at: ['pipelines'],
    message: `phase ${path} lets units ask for template ${lost}, which does not exist${hint}`,
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
      message: `phase ${path} judges the document of ${judged}, and none before it writes one${meant(judged, makers(earlier))}`,
    }
  if (phase.kind === 'ask' && phase.about === 'document' && judged === undefined)
    return { at: ['about'], message: `phase ${path} asks about a document and does not say whose (judges: <phase>)` }
  const lost = phase.requires?.find((name) => !isMade(name, 'document', 'work'))
  if (lost === undefined) return undefined
  return {
    at: ['requires'],
    message: `phase ${path} requires what ${lost} makes, and no phase of that name before it makes a document or work${meant(lost, makers(earlier))}`,
  }
}

function judgesPlan(path: string, judged: string, earlier: readonly Phase[]): string {
  const papers = earlier.filter((phase) => phase.kind === 'agent' && phase.yields === 'document')
  if (papers.length === 0)
    return `phase ${path} judges ${judged}, which yields a plan: no phase can judge a plan yet, and no phase before it writes a document`
  const names = papers.map(({ name }) => name).join(', ')
  return `phase ${path} judges ${judged}, which yields a plan: no phase can judge a plan yet; it may judge the document of: ${names}`
}

function productFault(path: string, phase: Phase, earlier: readonly Phase[]): SpecFault | undefined {
  const needed = neededBy(phase)
  if (needed === undefined || earlier.some((other) => makes(other) === needed)) return undefined
  return {
    at: ['kind'],
    message: `phase ${path} needs a ${needed}, and no phase before it makes one; ${sources[needed]}`,
  }
}

type Product = 'plan' | 'head' | 'candidate'

/** What has to stand before it. */
const sources: Record<Product, string> = {
  plan: 'put an agent that yields plan before it',
  head: 'put an agent that yields work before it',
  candidate: 'put { kind: git, op: integrate } before it',
}

/** What a phase works on; without it the unit would wait for ever. */
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
