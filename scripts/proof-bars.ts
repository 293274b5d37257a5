/**
 * The long bars, as data. A bar is a command that exits 0 and prints a line `bar: <figure>`; its last such line is
 * what `npm run proof` shows. To add one, add a row.
 */
export interface Bar {
  readonly id: string
  readonly title: string
  readonly command: string
}

const simulate = 'node --conditions=source packages/forge/test/simulator/main.ts'

export const bars: readonly Bar[] = [
  {
    id: 'B1',
    title: '10,000 random schedules',
    // Half of the seeds never change, half are new with each commit.
    command: `${simulate} --schedules 10000 --fresh "$(git rev-parse HEAD)"`,
  },
  { id: 'B1', title: '1,000 of them on SQLite', command: `${simulate} --schedules 1000 --log sqlite` },
  { id: 'B2', title: 'exhaustive crash sweep in simulation', command: `${simulate} --exhaustive` },
  {
    id: 'B3',
    title: 'real kill -9 at every append and effect',
    command: 'node --conditions=source packages/forge/test/killsweep/main.ts --all',
  },
  { id: 'B4', title: 'planted bugs are found', command: `${simulate} --planted` },
  { id: 'B5', title: 'I/O faults of the log', command: 'vitest run --project proof packages/forge/test/log' },
  { id: 'B7', title: 'hostile git', command: 'vitest run --project proof packages/forge/test/git/hostile' },
  {
    id: 'S4',
    title: 'simulated git = real git',
    command: 'vitest run --project proof packages/forge/test/git/differential',
  },
]
