/** Can a run be made of this specification? A preset that could only hang, or names what it does not have, is refused. */
import type { Phase } from '#model/phase.ts'
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
  return [...unitFaults(spec), ...templates]
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
      .map(({ unit, at }) => ({
        at: [...at, 'depends'],
        message: `unit ${unit.id} depends on a unit that does not exist`,
      })),
    ...(cycle === undefined
      ? []
      : [{ at: ['start'], message: `units wait for each other in a circle: ${cycle.join(' → ')}` }]),
  ]
}

function homeFault(spec: RunSpec, unit: UnitSpec, at: readonly (string | number)[]): SpecFault[] {
  if (spec.templates[unit.template] !== undefined) return []
  const message = `unit ${unit.id} follows template ${unit.template}, which does not exist`
  return [{ at: [...at, 'template'], message }]
}

function templateFaults(spec: RunSpec, name: string, { phases }: Template): SpecFault[] {
  const at = ['templates', name, 'phases']
  const names = phases.map((phase) => phase.name)
  const twice = names.findIndex((phase, index) => names.indexOf(phase) !== index)
  if (twice >= 0)
    return [{ at: [...at, twice, 'name'], message: `template ${name} has two phases of one name: ${names[twice]}` }]
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
    planFault(spec, path, phase) ??
    documentFault(path, phase, earlier) ??
    productFault(path, phase, earlier)
  )
}

function revisionFault(path: string, phase: Phase, until: readonly Phase[]): SpecFault | undefined {
  if (phase.onRevise === undefined) return undefined
  const target = until.find(({ name }) => name === phase.onRevise)
  const message =
    target === undefined
      ? `phase ${path} sends work back to ${phase.onRevise}, which does not come before it`
      : target.kind === 'agent' && target.yields !== 'verdict' && target.effect !== 'off'
        ? undefined
        : `phase ${path} sends work back to ${phase.onRevise}, which makes nothing`
  return message === undefined ? undefined : { at: ['on_revision'], message }
}

function planFault(spec: RunSpec, path: string, phase: Phase): SpecFault | undefined {
  if (phase.kind !== 'agent' || phase.yields !== 'plan') return undefined
  if (spec.templates[phase.template ?? ''] === undefined) {
    const message = `phase ${path} plans units of template ${phase.template ?? '(none)'}, which does not exist`
    return { at: ['template'], message }
  }
  const lost = phase.pipelines?.find((name) => spec.templates[name] === undefined)
  if (lost === undefined) return undefined
  return { at: ['pipelines'], message: `phase ${path} lets units ask for template ${lost}, which does not exist` }
}

/** Documents that a phase reads must be written before it. */
function documentFault(path: string, phase: Phase, earlier: readonly Phase[]): SpecFault | undefined {
  const isMade = (name: string, ...kinds: readonly string[]): boolean =>
    earlier.some((other) => other.name === name && other.kind === 'agent' && kinds.includes(other.yields))
  const isWritten = (name: string): boolean => isMade(name, 'document')
  const judged = phase.kind === 'agent' || phase.kind === 'ask' ? phase.judges : undefined
  if (judged !== undefined && !isWritten(judged))
    return { at: ['judges'], message: `phase ${path} judges the document of ${judged}, and none before it writes one` }
  if (phase.kind === 'ask' && phase.about === 'document' && judged === undefined)
    return { at: ['about'], message: `phase ${path} asks about a document and does not say whose (judges: <phase>)` }
  const lost = phase.requires?.find((name) => !isMade(name, 'document', 'work'))
  if (lost === undefined) return undefined
  return {
    at: ['requires'],
    message: `phase ${path} requires what ${lost} makes, and no phase of that name before it makes a document or work`,
  }
}

function productFault(path: string, phase: Phase, earlier: readonly Phase[]): SpecFault | undefined {
  const needed = neededBy(phase)
  if (needed === undefined || earlier.some((other) => makes(other) === needed)) return undefined
  return { at: ['kind'], message: `phase ${path} needs a ${needed}, and no phase before it makes one` }
}

type Product = 'plan' | 'head' | 'candidate'

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
