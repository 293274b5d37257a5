/** Bar B6: every hostile behaviour on a real run, without a sandbox and in it. */
import { afterAll, expect, it, vi } from 'vitest'
import { expectAgents, keepAgents } from '../../../../scripts/threats/results.ts'
import { share } from '../third.ts'
import { behaviours as every } from './behaviours.ts'
import { asUser, besiege, groupsOf, walledGroupsOf, type Verdict } from './siege.ts'

vi.mock('#adapters/agents/scripted/index.ts', async (importOriginal) =>
  (await import('../driven/bundled-agent.ts')).agentsOfBundle(await importOriginal()),
)

const behaviours = share(every)
// Results of an earlier run never speak for this one; docs/threats.md is made of these.
expectAgents([
  ...behaviours.map(({ name, threat }) => ({ name, threat, mode: 'sandbox' as const })),
  ...behaviours
    .filter(({ only }) => only === undefined)
    .map(({ name, threat }) => ({ name, threat, mode: 'none' as const })),
])
const user = asUser()
afterAll(() => user.leave())

it('B6 every hostile behaviour: only what was declared and verified is merged, nobody survives, changes are detected', async () => {
  const verdicts: Verdict[] = []
  for (const group of groupsOf(behaviours, 8)) verdicts.push(...(await besiege(group)))
  keepAgents('none', verdicts)
  const faults = verdicts.filter(({ fault }) => fault !== undefined)
  const leaking = behaviours.filter(({ end }) => end === 'outside' || end === 'open').map(({ name }) => name)
  const missed = faults.filter(({ name }) => leaking.includes(name)).length
  console.log(
    `bar: ${verdicts.length} behaviours without sandbox, ${verdicts.length - faults.length} held; ${leaking.length - missed} of ${leaking.length} changes of the user's repository detected`,
  )
  expect(faults).toEqual([])
})

it('B6 every hostile behaviour in the sandbox: nothing outside changes, nobody survives', async () => {
  const verdicts: Verdict[] = []
  for (const group of walledGroupsOf(behaviours, 12)) verdicts.push(...(await besiege(group, 'required')))
  keepAgents('sandbox', verdicts)
  const faults = verdicts.filter(({ fault }) => fault !== undefined)
  console.log(
    `bar: ${verdicts.length} behaviours in the sandbox, ${faults.length} escapes, ${verdicts.length - faults.length} held`,
  )
  expect(faults).toEqual([])
})
