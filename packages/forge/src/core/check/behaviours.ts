/** Which phases of a template misbehave together, and how often trouble may be met: what a proof walks, one walk at a time. */
import { hashText } from '#model/digest.ts'
import type { Phase } from '#model/phase.ts'
import { RunSpec, type Template } from '#model/run.ts'
import type { RunState } from '#core/state/state.ts'
import type { Behaviour, Means } from './explore.ts'
import { declaredFiles, firstUnit, guardedFile, oddities, type Alphabet } from './outcomes.ts'

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

/** What is planned by a template is another template's business: here it is one check and no more. */
const planned = '0-planned'

export interface Size {
  /** No budget is larger than this. */
  readonly most?: number | undefined
  /** `two`: another unit of the template depends on the first. */
  readonly units?: 'one' | 'two' | undefined
}

/** A run of this template, with room for all its budgets. */
export function startOf(
  spec: RunSpec,
  name: string,
  { core }: Means,
  { most = Infinity, units = 'one' }: Size,
): RunState | undefined {
  const template = spec.templates[name]
  if (template === undefined) return undefined
  const { commit: _, ...others } = spec
  const verify = [{ name: 'test', run: 'true', cwd: '.', timeoutMs: 1000 }]
  const first = { id: firstUnit, title: 'unit', template: name, verify, writes: declaredFiles }
  const alone = RunSpec.parse({
    ...others,
    opens: undefined,
    templates: {
      [name]: bounded(withoutPlans(template), most),
      [planned]: { phases: [{ name: 'verify', kind: 'check', on: 'tip' }] },
    },
    units: [first, ...(units === 'one' ? [] : [{ ...first, id: 'second', depends: [firstUnit] }])],
    guarded: [guardedFile],
    closing: [],
    slots: units === 'one' ? 1 : 2,
    strategy: 'full',
    budget: Object.fromEntries(
      Object.entries(spec.budget).map(([kind, count = 0]) => [kind, boundedCount(kind, count, most)]),
    ),
    limits: { dispatches: 100_000, unitDispatches: 100_000 },
  })
  const empty = core.initial('check')
  const message = { type: 'start', id: 'm0', at: 1, spec: alone, nonce: hashText('nonce') } as const
  return core.fold(empty, core.step(empty, message))
}

function withoutPlans(template: Template): Template {
  const phases = template.phases.map((phase) =>
    phase.kind === 'agent' && phase.yields === 'plan' ? { ...phase, template: planned, pipelines: [] } : phase,
  )
  return { ...template, phases }
}

/** A transport failure that is met once more than its budget allows stops like any other: one retry shows both. */
function boundedCount(kind: string, count: number, most: number): number {
  return Math.min(count, kind === 'transport' && most < 3 ? 1 : most)
}

function bounded(template: Template, most: number): Template {
  const phases = template.phases.map((phase) =>
    phase.maxIterations === undefined ? phase : { ...phase, maxIterations: Math.min(phase.maxIterations, most) },
  )
  return { ...template, phases }
}
