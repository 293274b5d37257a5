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
  { id: 'B1', title: '10,000 random schedules', command: `${simulate} --schedules 10000` },
  { id: 'B2', title: 'exhaustive crash sweep in simulation', command: `${simulate} --exhaustive` },
  { id: 'B4', title: 'planted bugs are found', command: `${simulate} --planted` },
  { id: 'B5', title: 'I/O faults of the log', command: 'vitest run --project proof' },
]
