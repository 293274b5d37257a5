/** Can a run be made of this specification? A preset that could only hang, or names what it does not have, is refused. */
import type { Phase } from '#model/phase.ts'
import type { RunSpec, Template } from '#model/run.ts'
import { findCycle } from './check.ts'

/** Why no run is started from it; undefined when one may be. */
export function specFault(spec: RunSpec): string | undefined {
  return (
    unitFault(spec) ??
    firstFault(Object.entries(spec.templates), ([name, template]) => templateFault(spec, name, template))
  )
}

function unitFault(spec: RunSpec): string | undefined {
  const units = [...spec.units, ...spec.closing]
  const homeless = units.find((unit) => spec.templates[unit.template] === undefined)
  if (homeless !== undefined) return `unit ${homeless.id} follows template ${homeless.template}, which does not exist`
  const ids = units.map((unit) => unit.id)
  if (new Set(ids).size !== ids.length) return 'two units have one id'
  const stray = spec.units.find((unit) => unit.depends.some((id) => !ids.includes(id)))
  if (stray !== undefined) return `unit ${stray.id} depends on a unit that does not exist`
  const cycle = findCycle(units.map(({ id, depends, after }) => ({ id, depends: [...depends, ...after] })))
  return cycle === undefined ? undefined : `units wait for each other in a circle: ${cycle.join(' → ')}`
}

function templateFault(spec: RunSpec, name: string, { phases }: Template): string | undefined {
  const names = phases.map((phase) => phase.name)
  if (new Set(names).size !== names.length) return `template ${name} has two phases of one name`
  if (phases.every((phase) => phase.effect === 'off')) return `template ${name} has nothing to do: every phase is off`
  return firstFault(phases.entries(), ([index, phase]) =>
    phaseFault(spec, `${name}/${phase.name}`, phases.slice(0, index + 1)),
  )
}

/** The last of these phases, which comes after the others. */
function phaseFault(spec: RunSpec, path: string, until: readonly Phase[]): string | undefined {
  const phase = until.at(-1)
  if (phase === undefined || phase.effect === 'off') return undefined
  if (phase.onRevise !== undefined && !until.some(({ name }) => name === phase.onRevise))
    return `phase ${path} sends work back to ${phase.onRevise}, which does not come before it`
  if (phase.kind === 'agent' && phase.yields === 'plan' && spec.templates[phase.template ?? ''] === undefined)
    return `phase ${path} plans units of template ${phase.template ?? '(none)'}, which does not exist`
  const needed = neededBy(phase)
  const earlier = until.slice(0, -1).filter((other) => other.effect !== 'off')
  if (needed === undefined || earlier.some((other) => makes(other) === needed)) return undefined
  return `phase ${path} needs a ${needed}, and no phase before it makes one`
}

type Product = 'plan' | 'head' | 'candidate'

/** What a phase works on; without it the unit would wait for ever. */
function neededBy(phase: Phase): Product | undefined {
  switch (phase.kind) {
    case 'agent':
      return phase.yields === 'verdict' ? 'head' : undefined
    case 'check':
      return phase.on === 'tip' ? undefined : phase.on
    case 'gate':
      return 'head'
    case 'ask':
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

function firstFault<T>(items: Iterable<T>, faultOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = faultOf(item)
    if (fault !== undefined) return fault
  }
  return undefined
}
