import { expect, it } from 'vitest'
import { planFor } from './choose.ts'

const test = 'packages/a.test.ts'
const rows = ['U-01', 'U-02', 'U-03', 'U-04'].map((id) => ({
  id,
  status: id === 'U-02' ? 'planned' : 'proven',
  test,
  plant: '',
}))
const plants = rows.map(({ id }) => ({ id, module: 'core/a.ts', function: 'a', replace: '' }))
const results: readonly [fullName: string, status: string, duration: number][] = [
  ['U-01 itself', 'passed', 1],
  ['slow', 'passed', 90],
  ['quick', 'passed', 2],
  ['quickest, but skipped', 'skipped', 0],
]
const report = {
  numPassedTests: 3,
  numFailedTests: 0,
  success: true,
  testResults: [
    {
      name: `/root/${test}`,
      status: 'passed',
      assertionResults: results.map(([fullName, status, duration]) => ({ fullName, status, duration })),
    },
  ],
}
const known = { rows, plants, report, folder: '/root' }
const ids = (wanted: { ids?: string[]; third?: number }) =>
  planFor(known, { ids: wanted.ids ?? [], third: wanted.third }).map(({ plant }) => plant.id)

it('takes the proven rows, those that are named, or every third', () => {
  expect(ids({})).toEqual(['U-01', 'U-03', 'U-04'])
  expect(ids({ ids: ['U-04', 'U-02'] })).toEqual(['U-04'])
  expect([0, 1, 2].flatMap((third) => ids({ third }))).toEqual(['U-01', 'U-03', 'U-04'])
})

it('runs the quickest other test beside it, where a report knows one', () => {
  expect(planFor(known, { ids: ['U-01'], third: undefined })).toMatchObject([{ neighbour: 'quick' }])
  expect(planFor({ ...known, report: undefined }, { ids: ['U-01'], third: undefined })).toEqual([
    { plant: plants[0], test },
  ])
})
