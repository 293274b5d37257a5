/** Where a walk starts: a run of one unit of a template, and of the planner of the whole if the template needs one. */
import { hashText } from '#model/digest.ts'
import { RunSpec, type Template } from '#model/run.ts'
import type { Routing, Tier } from '#model/route.ts'
import type { RunState } from '#core/state/state.ts'
import type { ExploreParts } from './explore.ts'
import { declaredFiles, firstUnit, firstCeiling, guardedFile, plannerPrefix } from './outcomes.ts'

export interface Size {
  /** No budget is larger than this. */
  readonly most?: number | undefined
  /** `two`: another unit of the template depends on the first. */
  readonly units?: 'one' | 'two' | undefined
}

/**
 * All planners of a preset at once, each with its phases as they are; their units plan further where their template
 * does.
 */
export function startOfPlanners(spec: RunSpec, { core }: ExploreParts): RunState | undefined {
  const planners = spec.units.filter(({ template }) => plansIn(spec, template) !== undefined)
  const nested = planners.some((unit) => plansIn(spec, plansIn(spec, unit.template) ?? '') !== undefined)
  if (planners.length < 2 && !nested) return undefined
  const templates = Object.fromEntries(
    planners.flatMap(({ template }) => {
      const inner = plansIn(spec, template) ?? ''
      const isNested = inner !== template && plansIn(spec, inner) !== undefined
      const outer = planningOnly(spec.templates[template], isNested ? inner : planned)
      return [[template, outer], ...(isNested ? [[inner, planningOnly(spec.templates[inner], planned)]] : [])]
    }),
  ) as Record<string, Template>
  const units = planners.map((unit) => ({
    ...unit,
    id: `${plannerPrefix}${unit.id}`.slice(0, 40),
    depends: [],
    after: [],
  }))
  return begun(
    spec,
    core,
    { templates: { ...templates, [planned]: plannedCheck }, units, closing: [] },
    { most: 1, slots: 2 },
  )
}

/** The template that the units of a planning template follow. */
function plansIn({ templates }: RunSpec, name: string): string | undefined {
  const found = templates[name]?.phases.find(
    (phase) => phase.kind === 'agent' && phase.yields === 'plan' && phase.effect !== 'off',
  )
  return found?.kind === 'agent' ? found.template : undefined
}

/** The phases of a template that make and approve its plan. */
function planningOnly(template: Template | undefined, units: string): unknown {
  const phases = (template?.phases ?? []).flatMap((phase): readonly object[] => {
    if (phase.kind === 'ask' && phase.about === 'plan') return [{ ...phase, gates: undefined }]
    if (phase.kind !== 'agent' || phase.yields !== 'plan') return []
    return [{ ...phase, template: units, pipelines: [], requires: undefined, gates: undefined }]
  })
  return { phases }
}

/** With enough limits for all its budgets. */
export function startOf(spec: RunSpec, name: string, { core }: ExploreParts, size: Size): RunState | undefined {
  const { most = Infinity, units = 'one' } = size
  const template = spec.templates[name]
  if (template === undefined) return undefined
  return begun(spec, core, castFor(spec, name, template, { most, units }), {
    most,
    slots: units === 'one' ? 1 : 2,
  })
}

interface Room {
  readonly most: number
  readonly slots: number
}

/** A run of this cast, with enough limits for all its budgets. */
function begun(spec: RunSpec, core: ExploreParts['core'], cast: object, { most, slots }: Room): RunState {
  const { commit: _, ...others } = spec
  const alone = RunSpec.parse({
    ...others,
    opens: undefined,
    ...cast,
    guarded: [guardedFile],
    slots,
    strategy: 'full',
    budget: Object.fromEntries(
      Object.entries(spec.budget).map(([kind, count = 0]) => [kind, boundedCount(kind, count, most)]),
    ),
    limits: { dispatches: 100_000, unitDispatches: 100_000, costMicros: firstCeiling },
    routing: everyTier,
  })
  const empty = core.initial('check')
  const message = { type: 'start', id: 'm0', at: 1, spec: alone, nonce: hashText('nonce'), trust } as const
  return core.fold(empty, core.step(empty, message))
}

const trust = { ground: 'nothing' } as const
const verify = [{ name: 'test', run: 'true', cwd: '.', timeoutMs: 1000 }]

/** Planned units belong to the proof of their own template: here each is one check and no more. */
const planned = '0-planned'
const plannedCheck = { phases: [{ name: 'verify', kind: 'check', on: 'tip' }] }
/** A new iteration must change the whole, or the phases that judge it would not run again. */
const plannedWork = {
  phases: [
    { name: 'work', kind: 'agent', role: 'worker', yields: 'work' },
    { name: 'integrate', kind: 'git', op: 'integrate' },
    { name: 'verify', kind: 'check', on: 'candidate' },
    { name: 'merge', kind: 'git', op: 'merge' },
  ],
}

/** The unit alone; with a re-planner, as a unit behind what that one plans. */
function castFor(spec: RunSpec, name: string, template: Template, { most, units }: Required<Size>): object {
  const own = bounded(withoutPlans(template), most ?? Infinity)
  const first = { id: firstUnit, title: 'unit', template: name, verify, writes: declaredFiles }
  const all = [first, ...(units === 'one' ? [] : [{ ...first, id: 'second', depends: [firstUnit] }])]
  const again = template.phases.find(({ iterate, effect }) => iterate !== undefined && effect !== 'off')?.iterate
  const planner = spec.units.find(({ id }) => id === again)
  const planning = spec.templates[planner?.template ?? '']
  if (planner === undefined || planning === undefined)
    return { templates: { [name]: own, [planned]: plannedCheck }, units: all, closing: [] }
  const templates = {
    [planner.template]: bounded(withoutPlans(planning), most ?? Infinity),
    [name]: own,
    [planned]: plannedWork,
  }
  return { templates, units: [{ ...planner, depends: [] }], closing: all }
}

function withoutPlans(template: Template): Template {
  const phases = template.phases.map((phase) =>
    phase.kind === 'agent' && phase.yields === 'plan' ? { ...phase, template: planned, pipelines: [] } : phase,
  )
  return { ...template, phases }
}

/** A transport failure stops like any other after its budget: one retry shows both. */
function boundedCount(kind: string, count: number, most: number): number {
  return Math.min(count, kind === 'transport' && most < 3 ? 1 : most)
}

function bounded(template: Template, most: number): Template {
  const phases = template.phases.map((phase) =>
    phase.maxIterations === undefined ? phase : { ...phase, maxIterations: Math.min(phase.maxIterations, most) },
  )
  return { ...template, phases }
}

const tiers: readonly Tier[] = ['light', 'standard', 'heavy', 'max']

/** A model for each tier, so that every step to another one is walked, whatever a run has configured. */
const everyTier: Routing = {
  cluster: { kind: 'unknown' },
  models: Object.fromEntries(tiers.map((tier) => [tier, `model-${tier}`])),
  canonical: {},
  overrides: {},
  personas: {},
  tiers: {},
  efforts: { light: 'low', standard: 'medium', heavy: 'high', max: 'xhigh' },
  capabilities: [],
}
