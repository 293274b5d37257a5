/**
 * Gates that a project writes for a preset in a file of its own are added to those of its phases: they can only
 * tighten.
 */
import { say, type Said } from '#messages/said.ts'
import type { Gate } from '#model/gate.ts'
import { nearest } from '#model/nearest.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Template } from '#model/run.ts'

type Templates = Readonly<Record<string, Template>>

/** A gate for a phase that does not exist would guard nothing, so it is a fault. */
export function addGates(templates: Templates, gates: readonly Gate[]): Result<Record<string, Template>, Said> {
  const names = [...new Set(Object.values(templates).flatMap(({ phases }) => phases.map(({ name }) => name)))]
  const lost = gates.find(({ phase }) => !names.includes(phase))
  if (lost !== undefined) {
    const near = nearest(lost.phase, names)
    const hint =
      near === undefined
        ? say('hint.knownAfterSpace', { known: names.join(', ') })
        : say('hint.didYouMean', { meant: near })
    return failed(say('gate.noPhaseCalled', { phase: lost.phase, hint }))
  }
  const added = Object.entries(templates).map(([name, template]): [string, Template] => [
    name,
    { ...template, phases: template.phases.map((phase) => withGates(phase, gates)) },
  ])
  return success(Object.fromEntries(added))
}

function withGates(phase: Template['phases'][number], gates: readonly Gate[]): Template['phases'][number] {
  const own = (when: Gate['when']) =>
    gates.filter((gate) => gate.phase === phase.name && gate.when === when).flatMap(({ directives }) => directives)
  const [before, after] = [own('preflight'), own('postflight')]
  return {
    ...phase,
    ...(before.length === 0 ? {} : { gates: [...(phase.gates ?? []), ...before] }),
    ...(after.length === 0 ? {} : { outputs: [...(phase.outputs ?? []), ...after] }),
  }
}
