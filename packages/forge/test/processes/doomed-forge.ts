/** A Forge that starts one scripted agent and waits for it, until the test kills it. Arguments: root, tree, key. */
import { join } from 'node:path'
import { createScriptedAgents } from '#adapters/agents/scripted/index.ts'
import { agentTaskOf } from '#testing/builders/agent-task.ts'

const [root = '', tree = '', key = ''] = process.argv.slice(2)
const agents = createScriptedAgents({
  scriptPath: join(root, 'script.yaml'),
  pathOf: () => tree,
  privateDir: join(root, 'private'),
  scope: root,
  clock: { wall: () => Date.now() },
})
await (
  await agents.start(agentTaskOf({}, { key }), () => undefined)
).ended
