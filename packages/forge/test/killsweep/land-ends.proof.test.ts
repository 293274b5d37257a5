/** What `forge land` leaves when it is killed at two points, in detail; `land.proof.test.ts` kills it at every point. */
import { expect, it } from 'vitest'
import { sweepLanding } from './land.ts'

it('F-1 I-6 I-27 a landing that is killed after the checkout or the branch is completed by the next one', async () => {
  const { labels, calm, struck } = await sweepLanding('sample')
  expect(calm).toMatchObject({ isLanded: true, isShown: true, recorded: ['landed'], violated: [] })
  expect(calm.status).toBe('## main\n M README.md\nA  staged.txt')
  expect(new Set(labels)).toEqual(new Set(['log.append', 'user.bring', 'user.moveBranch', 'user.turnCheckout']))
  expect(struck.map(({ label, struck: how }) => [label, how])).toEqual([
    ['user.turnCheckout', 'killed'],
    ['user.moveBranch', 'killed'],
  ])
  for (const { label, end } of struck) expect([label, end]).toEqual([label, calm])
}, 300_000)
