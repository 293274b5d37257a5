/** Which phases of a template misbehave together: each behaviour is one walk of a proof. */
import type { Phase } from '#model/phase.ts'
import type { Behaviour } from './explore.ts'
import { oddities, type Alphabet } from './outcomes.ts'

/** Phases that a performer executes; gates are decided and questions answered, whatever the behaviour. */
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

/** These phases behave so; all others, and other templates, succeed. */
function playing({ template }: Cast, parts: Readonly<Record<string, Alphabet>>): Behaviour {
  return ({ name }, { spec }) => (spec.template === template ? (parts[name] ?? 'pass') : 'pass')
}

/** Every phase may ask for revisions, in any order and number. */
export function allRevise(cast: Cast): Behaviour {
  return playing(cast, Object.fromEntries(cast.names.map((name) => [name, 'revisions'])))
}

/** Every two phases that may ask for revisions. */
export function pairsRevise(cast: Cast): readonly Behaviour[] {
  const { names } = cast
  return names.flatMap((one, index) =>
    names.slice(index + 1).map((other) => playing(cast, { [one]: 'revisions', [other]: 'revisions' })),
  )
}

/** One phase fails in every way, in any order and number. */
export function onesFail(cast: Cast): readonly Behaviour[] {
  return cast.names.map((name) => playing(cast, { [name]: 'all' }))
}

const kinds = Array.from({ length: oddities }, (_, number) => number)

/** For each phase, one kind of failure after another, in any number. */
export function onesFailInOneWay(cast: Cast): readonly (readonly Behaviour[])[] {
  return cast.names.map((name) => kinds.map((kind) => playing(cast, { [name]: kind })))
}

/** One phase fails in one way while another phase asks for revisions. */
export function pairsFail(cast: Cast): readonly Behaviour[] {
  const { names } = cast
  return names.flatMap((one) =>
    names
      .filter((other) => other !== one)
      .flatMap((other) => kinds.map((kind) => playing(cast, { [one]: kind, [other]: 'revisions' }))),
  )
}
