/** The request of a schedule to Forge: a run of its preset, under the limits of its scenario. */
import { hashText } from '#model/digest.ts'
import type { RunSpec } from '#model/run.ts'
import { presetSpec } from '#presets/spec.ts'
import { plannerPresets } from '#testing/builders/planners.ts'
import { shippedPreset } from '#testing/builders/presets.ts'
import { routingOf } from '#testing/builders/specs.ts'
import type { Scenario } from './scenario.ts'

/** What a run may cost where money is limited: six attempts of its agents. */
export const costLimit = 60_000

/** Parsing a preset's templates takes as long as twenty steps of a run, so each preset is parsed once. */
const parsed = new Map<string, RunSpec>()

export function requestOf(scenario: Scenario, base: string): RunSpec {
  const { shape, slots, unitDispatches, costLimited, hooks, fills } = scenario
  const kind = `${shape} ${base}`
  const spec = parsed.get(kind) ?? unlimited(scenario, base)
  parsed.set(kind, spec)
  const cost = costLimited ? { costMicros: costLimit } : {}
  const limits = { ...spec.limits, dispatches: 1000, unitDispatches, ...cost }
  const accounts = fills ? { accounts: ['second'], leaveAt: 90 } : {}
  return { ...spec, slots, limits, ...accounts, ...(hooks === 'run' ? { hooks } : {}) }
}

function unlimited({ shape }: Scenario, base: string): RunSpec {
  const verify = [{ name: 'all', run: 'run all tests', cwd: '.', timeoutMs: 60_000 }]
  const request = { request: 'do it', base, environment: hashText('environment'), verify }
  const preset = shape === 'slices' || shape === 'twins' ? plannerPresets[shape] : shippedPreset(shape)
  return presetSpec(preset, request, {
    guarded: ['file-1.ts'],
    boundary: { forbidden: ['.github/'], secrets: 'refuse', secretsAllowedIn: [] },
    routing: routingOf(),
  })
}
