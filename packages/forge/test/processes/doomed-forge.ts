/** A Forge that starts one scripted agent and waits for it, until the test kills it. Arguments: root, tree, key. */
import { join } from 'node:path'
import { createScriptedAgents } from '#adapters/agents/scripted/index.ts'

const [root = '', tree = '', key = ''] = process.argv.slice(2)
const oid = '0'.repeat(40)
const agents = createScriptedAgents({
  scriptPath: join(root, 'script.yaml'),
  pathOf: () => tree,
  privateDir: join(root, 'private'),
  scope: root,
  clock: { wall: () => Date.now() },
})
const task = {
  do: 'plan',
  role: 'architect',
  unit: 'm1',
  nonce: 'a'.repeat(64),
  account: 'main',
  wallMs: 60_000,
  idleMs: 60_000,
  brief: '',
  variant: 'plain',
  base: oid,
} as const
await (
  await agents.start({ key, performance: 1, tree: 'r.unit.m1', task }, () => undefined)
).ended
