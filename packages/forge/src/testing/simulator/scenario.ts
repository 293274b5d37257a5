/** The inputs of one schedule, drawn from its seed: the graph, the agents' scripts, the faults, the human. */
import type { PlannedUnit } from '#model/unit.ts'
import type { CrashMoment, CrashPoint } from './process.ts'
import { randomOf, type Random } from './random.ts'
import type { ShapeName } from './shape.ts'

/** `crash`: only crashes disturb the run, so its end must equal the undisturbed one. `chaos`: everything at once. */
export type Profile = 'calm' | 'crash' | 'chaos'

export interface Scenario {
  readonly seed: number
  /** The preset that the run follows. */
  readonly shape: ShapeName
  readonly profile: Profile
  readonly units: readonly PlannedUnit[]
  readonly slots: number
  readonly machineSlots: number
  readonly crashes: readonly CrashPoint[]
  /** Whether agents outlive a crash of Forge until they are swept. */
  readonly agentsOutlive: boolean
  readonly faults: ReadonlySet<Fault>
  /** Share of agents' first attempts that go wrong. */
  readonly hostility: number
  readonly unitDispatches: number
  readonly costLimited: boolean
  /** Whether the user lets commit hooks run. */
  readonly hooks: 'never' | 'run'
  /** Whether the user's branch moves meanwhile and is synced into the run. */
  readonly syncs: boolean
  /** Whether the user lands what is merged: at the end, and sometimes before. */
  readonly lands: boolean
  /** Where and when the first landing dies: it is short and comes late, so points by number seldom hit it. */
  readonly landingCrash: readonly [label: string, moment: CrashMoment] | undefined
  /** Whether Forge dies between its first merge and its record: one point of hundreds, seldom hit otherwise. */
  readonly mergeCrash: boolean
  /** Whether there is a second account, and providers report how full the first one is. */
  readonly fills: boolean
  /** Whether another program holds locks of refs now and then. */
  readonly locks: boolean
}

/** Fault sites beside crashes and agents: each is enabled in a quarter of the chaos schedules. */
export const faults = [
  'clock-jump',
  'disk-floor',
  'disk-full',
  'second-orchestrator',
  'frozen-driver',
  'external-merge',
  'impatient-human',
  'editing-human',
  'cancelling-human',
  'pausing-human',
  'absent-human',
  'flaky-check',
  'semantic-conflict',
  'missing-ref',
  'shared-account',
  'persistent-human',
  'no-agent',
  'late-worker',
] as const
export type Fault = (typeof faults)[number]

export function scenarioOf(seed: number): Scenario {
  const random = randomOf(seed)
  const profile: Profile = random.chance(0.12) ? 'calm' : random.chance(0.4) ? 'crash' : 'chaos'
  const units = unitsOf(random.fork('graph'))
  return {
    seed,
    shape: shapeOf(seed),
    profile,
    units,
    slots: 1 + random.below(4),
    machineSlots: 1 + random.below(4),
    crashes: profile === 'calm' ? [] : crashesOf(random.fork('crash'), units.length),
    agentsOutlive: random.chance(0.5),
    faults: new Set(profile === 'chaos' ? faults.filter(() => random.chance(0.25)) : []),
    hostility: random.pick([0, 0.2, 0.35, 0.5]),
    unitDispatches: random.chance(0.05) ? 12 : 60,
    costLimited: profile === 'chaos' && random.chance(0.1),
    hooks: seed % 8 === 5 ? 'run' : 'never',
    syncs: profile === 'chaos' && random.fork('sync').chance(0.15),
    lands: random.fork('land').chance(0.3),
    landingCrash: profile === 'calm' ? undefined : landingCrashOf(random.fork('landing crash')),
    mergeCrash: profile === 'chaos' && random.fork('merge crash').chance(0.05),
    fills: profile === 'chaos' && random.fork('fill').chance(0.15),
    locks: profile === 'chaos' && random.fork('lock').chance(0.2),
  }
}

/** Most runs use `build`; one in 32 is a sprint, a bug, or has several planners: these are longer and much the same. */
function shapeOf(seed: number): ShapeName {
  const place = ((seed % 32) + 32) % 32
  return rareShapes[place] ?? 'build'
}

const rareShapes: Readonly<Record<number, ShapeName>> = { 3: 'sprint', 4: 'bug', 6: 'slices', 9: 'twins' }

/** What a unit of the schedule plans: the whole, or its part of it where several plan. */
export function planFor({ shape, units }: Scenario, planner: string): readonly PlannedUnit[] {
  if (shape === 'slices' && planner === 'plan')
    return ['s0', 's1'].map((id) => ({ ...unit(0, [], ['src/']), id, title: `slice ${id}`, brief: '' }))
  if (shape !== 'slices' && shape !== 'twins') return units
  const part = planner === 's1' || planner === 'other' ? 1 : 0
  const own = units.filter((_, index) => index % 2 === part)
  const ids = new Set(own.map(({ id }) => id))
  if (own.length === 0) return [unit(units.length + part, [], [`src/part-${part}.ts`])]
  return own.map((spec) => ({ ...spec, depends: spec.depends.filter((id) => ids.has(id)) }))
}

function landingCrashOf(random: Random): Scenario['landingCrash'] {
  if (random.chance(0.5)) return undefined
  const label = random.pick(['bring', 'turn-checkout', 'turn-checkout', 'move main', 'move main'])
  return [label, random.pick(['before', 'after', 'torn'] as const)]
}

function crashesOf(random: Random, units: number): CrashPoint[] {
  const points: CrashPoint[] = []
  const count = random.pick([0, 1, 1, 1, 2, 2, 3])
  for (let index = 0; index < count; index += 1) {
    const at = 1 + random.below(30 + units * 45)
    points.push({ at, moment: random.pick(['before', 'after', 'torn'] as const) })
    // A second crash soon after the first hits the recovery itself.
    if (random.chance(0.35))
      points.push({ at: at + 1 + random.below(8), moment: random.pick(['before', 'after', 'torn'] as const) })
  }
  return points
}

function unitsOf(random: Random): PlannedUnit[] {
  const count = random.pick([1, 1, 1, 1, 2, 3])
  const files = Array.from({ length: count * 2 }, (_, index) => `src/file-${index}.ts`)
  return Array.from({ length: count }, (_, index): PlannedUnit => {
    const depends = Array.from({ length: index }, (__, earlier) => `u${earlier}`).filter(() => random.chance(0.25))
    const writes = files.filter(() => random.chance(1.5 / files.length))
    const declared = random.chance(0.05) ? {} : { writes: writes.length === 0 ? [files[index] as string] : writes }
    return unit(index, depends, declared.writes, 1 + random.below(20))
  })
}

export function unit(
  index: number,
  depends: readonly string[],
  writes: readonly string[] | undefined,
  expectedMinutes = 5,
): PlannedUnit {
  return {
    id: `u${index}`,
    title: `unit ${index}`,
    depends: [...depends],
    ...(writes === undefined ? {} : { writes: [...writes] }),
    expectedMinutes,
    verify: [{ name: 'test', run: 'run the tests', cwd: '.', timeoutMs: 60_000 }],
    brief: `change for unit ${index}`,
  }
}

/** The three small graphs of the exhaustive sweep. */
export const smallGraphs: Readonly<Record<string, readonly PlannedUnit[]>> = {
  'one unit': [unit(0, [], ['src/a.ts'])],
  'two dependent': [unit(0, [], ['src/a.ts']), unit(1, ['u0'], ['src/b.ts'])],
  'two conflicting': [unit(0, [], ['src/a.ts']), unit(1, [], ['src/a.ts', 'src/b.ts'])],
}

export function smallScenario(units: readonly PlannedUnit[], crashes: readonly CrashPoint[]): Scenario {
  return {
    seed: 1,
    shape: 'build',
    profile: crashes.length === 0 ? 'calm' : 'crash',
    units,
    slots: 2,
    machineSlots: 2,
    crashes,
    agentsOutlive: true,
    faults: new Set(),
    hostility: 0,
    unitDispatches: 60,
    costLimited: false,
    hooks: 'never',
    syncs: false,
    lands: true,
    landingCrash: undefined,
    mergeCrash: false,
    fills: false,
    locks: false,
  }
}
