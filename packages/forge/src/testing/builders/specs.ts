/** Specifications and plans for tests: valid and complete, so that a test writes only what it is about. */
import { hashText } from '#model/digest.ts'
import type { Oid } from '#model/ids.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { Json } from '#model/json.ts'
import { Routing } from '#model/route.ts'
import type { RunSpec } from '#model/run.ts'
import { Plan, PlannedUnit } from '#model/unit.ts'
import { capabilities, roleTiers, tierEfforts } from '#presets/routing.ts'
import { buildSpec } from './presets.ts'

/** A git object name made from a text: the same text, the same object. */
export function oidOf(text: string): Oid {
  return hashText(text).slice(0, 40)
}

/** A planned unit that writes one file of its own name. */
export function unitOf(id: string, more: Partial<PlannedUnit> = {}): PlannedUnit {
  const verify = [{ name: 'test', run: 'npm test', cwd: '.', timeoutMs: 600_000 }]
  return PlannedUnit.parse({ id, title: `Unit ${id}`, writes: [`src/${id}.ts`], verify, ...more })
}

export function planOf(units: readonly PlannedUnit[]): Plan {
  return Plan.parse({ summary: 'a plan', units })
}

/** A value as JSON carries it: undefined fields are absent. */
export function jsonOf(value: unknown): Json {
  return JSON.parse(canonicalJson(value)) as Json
}

/** A routing with a model for each tier, like that of a known agent. */
export function routingOf(more: Partial<Routing> = {}): Routing {
  return Routing.parse({
    cluster: { kind: 'unknown' },
    models: {},
    canonical: { light: 'small-1', standard: 'middle-1', heavy: 'large-1', max: 'huge-1' },
    overrides: {},
    personas: {},
    tiers: roleTiers,
    efforts: tierEfforts,
    capabilities: [...capabilities],
    ...more,
  })
}

/** A run of the `build` preset. */
export function specOf(settings: Partial<RunSpec> = {}): RunSpec {
  const verify = [{ name: 'all', run: 'npm run all', cwd: '.', timeoutMs: 600_000 }]
  return buildSpec({ request: 'build it', base: oidOf('base'), environment: hashText('environment'), verify }, settings)
}
