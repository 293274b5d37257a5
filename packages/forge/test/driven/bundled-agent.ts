/** For `vi.mock`: runs in this process whose scripted agents are the program that is shipped, which starts twice as fast. */
import { dirname, join } from 'node:path'
import type * as scripted from '#adapters/agents/scripted/index.ts'
import { bundledCommandLine } from '../../../../scripts/bundled.ts'

export async function agentsOfBundle(original: typeof scripted): Promise<typeof scripted> {
  const program = join(dirname(await bundledCommandLine()), 'scripted-agent.js')
  return { ...original, createScriptedAgents: (request) => original.createScriptedAgents({ ...request, program }) }
}
