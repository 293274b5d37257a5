/** Who speaks to Forge from this process. An agent that Forge started is an agent, whatever it claims (I-23). */
import type { Principal } from '#model/question.ts'
import type { Environment } from './places.ts'

/** Every process that Forge starts for an agent carries these, and so do its children. */
const markers = ['FORGE_KEY', 'FORGE_TREE', 'FORGE_SCOPE', 'FORGE_RUN_ID']

export function principalOf(env: Environment): Principal {
  const marker = markers.map((marked) => env[marked]).find((value) => value !== undefined)
  if (marker !== undefined) return { kind: 'agent', name: `agent ${marker}`.slice(0, 200) }
  const name = env['USER'] ?? env['LOGNAME'] ?? env['USERNAME'] ?? ''
  return { kind: 'operator', name: name === '' ? 'operator' : name.slice(0, 200) }
}
