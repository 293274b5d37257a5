/** Which phases of a template misbehave together: what a proof walks, one walk at a time. */
import type { Phase } from '#model/phase.ts'
import type { Behaviour } from './explore.ts'
import { oddities, type Alphabet } from './outcomes.ts'

/** Phases that somebody performs; gates are decided and questions answered, whatever the behaviour. */
export function isPerformed(phase: Phase): boolean {
  return phase.effect !== 'off' && phase.kind !== 'gate' && phase.kind !== 'ask'
}

export interface Cast {
  readonly template: string
  readonly names: readonly string[]
}

export function castOf(template: string, phases: readonly Phase[]): Cast {
  return { template, names: phases.filter(isPerformed).map(({ name }) => name) }
}

/** These phases behave so; all others, and other templates, do well. */
function playing({ template }: Cast, parts: Readonly<Record<string, Alphabet>>): Behaviour {
  return ({ name }, { spec }) => (spec.template === template ? (parts[name] ?? 'pass') : 'pass')
}

/** Every phase may want revisions, in any order and number. */
export function allRevise(cast: Cast): Behaviour {
  return playing(cast, Object.fromEntries(cast.names.map((name) => [name, 'revisions'])))
}

/** Every two phases that may want revisions. */
export function pairsRevise(cast: Cast): readonly Behaviour[] {
  const { names } = cast
  return names.flatMap((one, index) =>
    names.slice(index + 1).map((other) => playing(cast, { [one]: 'revisions', [other]: 'revisions' })),
  )
}

/** In one phase anything goes wrong, in any order and number. */
export function onesFail(cast: Cast): readonly Behaviour[] {
  return cast.names.map((name) => playing(cast, { [name]: 'all' }))
}

const kinds = Array.from({ length: oddities }, (_, number) => number)

/** For each phase, one kind of thing that goes wrong after another, as often as it likes. */
export function onesFailInOneWay(cast: Cast): readonly (readonly Behaviour[])[] {
  return cast.names.map((name) => kinds.map((kind) => playing(cast, { [name]: kind })))
}

/** In one phase one kind of thing goes wrong while another phase wants revisions. */
export function pairsFail(cast: Cast): readonly Behaviour[] {
  const { names } = cast
  return names.flatMap((one) =>
    names
      .filter((other) => other !== one)
      .flatMap((other) => kinds.map((kind) => playing(cast, { [one]: kind, [other]: 'revisions' }))),
  )
}
