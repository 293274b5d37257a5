/** Which rows `npm run ledger` examines, and which other test of their file must stay green: the quickest one known. */
import { relative } from 'node:path'
import type { Row } from '../ledger.ts'
import type { TestReport } from '../report.ts'
import { namesId } from './judge.ts'
import type { Plant } from './plant.ts'

export interface Planned {
  readonly plant: Plant
  readonly test: string
  readonly neighbour?: string
}

interface Known {
  readonly rows: readonly Row[]
  readonly plants: readonly Plant[]
  readonly report: TestReport | undefined
  readonly folder: string
}

interface Wanted {
  /** All when empty. */
  readonly ids: readonly string[]
  /** 0, 1 or 2: every third row only. */
  readonly third: number | undefined
}

export function planFor(known: Known, { ids, third }: Wanted): Planned[] {
  return known.rows
    .filter(({ status }) => status === 'proven')
    .flatMap(({ id, test }) => known.plants.filter((plant) => plant.id === id).map((plant) => ({ plant, test })))
    .filter((_, index) => third === undefined || index % 3 === third)
    .filter(({ plant }) => ids.length === 0 || ids.includes(plant.id))
    .map(({ plant, test }) => {
      const neighbour = quickestOther(known, test, plant.id)
      return neighbour === undefined ? { plant, test } : { plant, test, neighbour }
    })
}

function quickestOther({ report, folder }: Known, test: string, id: string): string | undefined {
  const file = report?.testResults.find(({ name }) => relative(folder, name) === test)
  return file?.assertionResults
    .filter(({ fullName, status }) => status === 'passed' && !namesId(fullName, id))
    .toSorted((a, b) => (a.duration ?? 0) - (b.duration ?? 0))[0]?.fullName
}
