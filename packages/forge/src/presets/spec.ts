/** From a preset and a request to the specification of a run. Pure; no preset is known here by its name. */
import { Budget } from '#model/budget.ts'
import { defined } from '#model/defined.ts'
import type { CheckCommand } from '#model/evidence.ts'
import { checkOf, type Preset, type WrittenUnit } from '#model/preset.ts'
import { RunSpec } from '#model/run.ts'
import { UnitSpec } from '#model/unit.ts'
import { guardedPaths } from './guarded.ts'
import { templateOf, type Pipelines } from './templates.ts'
import { vocabulary } from './vocabulary.ts'

export interface PresetRequest {
  readonly request: string
  /** The commit that the run starts from. */
  readonly base: string
  readonly environment: string
  /** Commands of the project, for units that say `verify: project`. */
  readonly verify: readonly CheckCommand[]
  /** Patterns of the files that the project's own commands name: they are guarded too. */
  readonly named?: readonly string[]
  /** Templates of the configuration that planned units may ask for by name. */
  readonly pipelines?: Pipelines
}

export function presetSpec(preset: Preset, asked: PresetRequest, settings: Partial<RunSpec> = {}): RunSpec {
  const { verify, pipelines = {}, named = [], ...request } = asked
  const guarded = preset.guarded ?? guardedPaths
  const { budget, ...others } = settings
  const own = Object.entries(preset.templates).map(([name, written]) => [name, templateOf(written, pipelines)])
  const added = Object.entries(pipelines).map(([name, written]) => [name, templateOf(written)])
  return RunSpec.parse({
    preset: preset.name,
    ...request,
    // Templates of the preset keep their names: a pipeline of the project is added beside them, and never replaces one.
    templates: Object.fromEntries([...(takesPipelines(preset) ? added : []), ...own]),
    units: preset.start.map((unit) => unitOf(unit, verify)),
    closing: (preset.closing ?? []).map((unit) => unitOf(unit, verify)),
    // A preset that guards nothing asks about nothing.
    guarded: guarded.length === 0 ? [] : [...guarded, ...named],
    vocabulary,
    ...defined({ said: preset.said?.inRun, strategy: preset.strategy, opens: preset.opens }),
    budget: budget ?? Budget.parse(preset.budget ?? {}),
    ...defined({ commit: preset.commit }),
    ...others,
    // Overrides any strategy: units that share a branch run one after another.
    ...defined({ isolation: preset.isolation }),
    ...(preset.isolation === 'branch' ? { strategy: 'sequential' } : {}),
  })
}

/** Whether a run of the preset needs commands of the project. */
export function needsProjectChecks(preset: Preset): boolean {
  return [...preset.start, ...(preset.closing ?? [])].some(({ verify }) => verify === 'project')
}

function takesPipelines(preset: Preset): boolean {
  return Object.values(preset.templates).some(({ phases }) =>
    phases.some((phase) => phase.kind === 'agent' && phase.pipelines === 'project'),
  )
}

function unitOf(written: WrittenUnit, project: readonly CheckCommand[]): UnitSpec {
  const { verify, title, ...rest } = written
  return UnitSpec.parse({
    title: title ?? written.id,
    ...rest,
    ...(verify === undefined ? {} : { verify: verify === 'project' ? [...project] : verify.map(checkOf) }),
  })
}
