/**
 * The long bars, as data. A bar is a command that exits 0 and prints a line `bar: <figure>`; its last such line, or else the
 * number of its tests, is what `npm run proof` shows. To add one, add a row.
 */
export interface Bar {
  readonly id: string
  readonly title: string
  readonly command: string
  /** It keeps all cores busy, or measures: nothing else runs beside it. Otherwise two bars share the machine. */
  readonly alone?: true
  /** It takes more than three minutes: unless `--all` is given, a run does the third of it that the commit selects. */
  readonly long?: true
}

export type Third = 0 | 1 | 2

/** Hashes are spread evenly, so in the long run each third is selected equally often. */
export function thirdOf(commit: string): Third {
  return (Number.parseInt(commit.slice(0, 8), 16) % 3) as Third
}

/** The environment that selects the share of a bar's programs; empty where they do everything. */
export function shareOf({ long }: Bar, third: Third | 'all'): Readonly<Record<string, string>> {
  return long === true && third !== 'all' ? { FORGE_THIRD: String(third) } : {}
}

const simulate = 'node --conditions=source packages/forge/test/simulator/main.ts'

const prove = 'vitest run --project proof packages/forge/test'

export const bars: readonly Bar[] = [
  {
    id: 'B1',
    title: '10,000 random schedules',
    // Half of the seeds never change, half are new with each commit.
    command: `${simulate} --schedules 10000 --fresh "$(git rev-parse HEAD)"`,
  },
  { id: 'B1', title: '1,000 of them on SQLite', command: `${simulate} --schedules 1000 --log sqlite` },
  { id: 'B2', title: 'exhaustive crash sweep in simulation', command: `${simulate} --exhaustive` },
  { id: 'B2', title: 'the contract of the actor on random programs', command: `${prove}/engine` },
  {
    id: 'B3',
    title: 'real kill -9 at every append and effect',
    command: 'node --conditions=source packages/forge/test/killsweep/main.ts --all',
    alone: true,
    long: true,
  },
  { id: 'B3', title: 'real kill -9 at every point of a sync', command: `${prove}/killsweep/sync` },
  { id: 'B3', title: 'real kill -9 at every point of a landing', command: `${prove}/killsweep/land` },
  { id: 'B3', title: 'real kill -9 at every step of a redaction', command: `${prove}/killsweep/redact` },
  { id: 'B4', title: 'planted bugs are found', command: `${simulate} --planted` },
  { id: 'B5', title: 'I/O faults of the log', command: `${prove}/log` },
  { id: 'B6', title: 'hostile agents, without a sandbox and in it', command: `${prove}/hostile` },
  { id: 'B7', title: 'hostile git', command: `${prove}/git/hostile` },
  { id: 'B9', title: 'output of any size in any pieces', command: `${prove}/processes`, alone: true },
  { id: 'B12', title: 'secrets in everything written', command: `${prove}/secrets` },
  { id: 'B13', title: 'two orchestrators on one run', command: `${prove}/owners` },
  {
    id: 'B16',
    title: 'the auditor on simulated runs; forge sync and forge land on real ones',
    command: `${prove}/handover`,
  },
  {
    id: 'A1',
    title: 'real agents against the fake provider, with nothing but loopback',
    command: 'node --conditions=source --no-warnings packages/forge/test/agents/real/main.ts',
    alone: true,
    long: true,
  },
  {
    id: 'L1',
    title: 'every proven row of the ledger fails with its plant',
    command: 'node scripts/plants.ts',
    alone: true,
    long: true,
  },
  {
    id: 'J1',
    title: 'journeys at a terminal: answers, signals, looking on, who dies at work',
    command: `${prove}/terminal`,
  },
  {
    id: 'J1',
    title: 'journeys of the command line: which run is meant, limits, what is told, what was learned',
    command: `${prove}/cli`,
  },
  { id: 'J1', title: 'gates of a project: files, phases, refusals', command: `${prove}/gates` },
  { id: 'J1', title: 'every view in both languages', command: `${prove}/words` },
  { id: 'J1', title: 'work that takes tests away', command: `${prove}/driven` },
  { id: 'J2', title: 'accounts that have nothing left', command: `${prove}/accounts` },
  { id: 'A2', title: 'every agent adapter: contract and catalogue', command: `${prove}/agents` },
  { id: 'T1', title: 'tests that name a threat (docs/threats.md)', command: 'node scripts/threats.ts --test' },
  { id: 'K1', title: 'the package as it would be published', command: 'node scripts/package-lint.ts' },
  { id: 'U', title: 'every property of the core, with all of its runs', command: `${prove}/core` },
  { id: 'P1', title: 'every shipped preset, checked deep', command: `${prove}/presets`, long: true },
  { id: 'S4', title: 'simulated git = real git', command: `${prove}/git/differential`, long: true },
]
