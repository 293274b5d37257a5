/**
 * A Forge that watches over a speaking command and a speaking agent, each with an idle deadline, and prints how they
 * ended. The test stops it for longer than that deadline. Arguments: root, tree, key.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScriptedAgents } from '#adapters/agents/scripted/index.ts'
import { createClock } from '#adapters/clock/index.ts'
import { environmentOf, run } from '#adapters/exec/index.ts'
import { superviseSession } from '#engine/perform/deadline.ts'
import { agentTaskOf } from '#testing/builders/agent-task.ts'

const [root = '', tree = '', key = ''] = process.argv.slice(2)
/** Long enough that on a busy machine nobody who speaks every tenth of a second is taken for silent. */
const idleMs = 3500
const speaking = Array.from({ length: 50 }, () => [
  { do: 'print', text: 'still here' },
  { do: 'sleep', ms: 100 },
])
const scriptPath = join(root, 'script.yaml')
writeFileSync(scriptPath, JSON.stringify({ version: 1, rules: [{ steps: [...speaking.flat(), { do: 'answer' }] }] }))
const clock = createClock()
const agents = createScriptedAgents({
  scriptPath,
  pathOf: () => tree,
  privateDir: join(root, 'private'),
  scope: root,
  clock,
})
const limits = { wallMs: 60_000, idleMs }
const session = await agents.start(agentTaskOf(limits, { key }), () => undefined)
const line = 'for i in $(seq 50); do echo $i; sleep 0.1; done'
const env = environmentOf({ home: root, tmp: root })
const [agent, command] = await Promise.all([
  superviseSession(clock, session, limits, new AbortController().signal),
  run({ file: 'sh', args: ['-c', line], cwd: tree, env, idleMs }),
])
console.log(JSON.stringify({ agent: agent.end, exitCode: command.exitCode, overran: command.overran ?? 'nothing' }))
