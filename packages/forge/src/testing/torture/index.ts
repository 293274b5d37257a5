/** The agent of the torture chamber, and the catalogue of its misbehaviours. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export { behaviours, type Behaviour } from './behaviours.ts'
export { changedFile } from './actions.ts'
export type { WireFormat } from './wire-format.ts'
export { wireFormats } from './tongues/index.ts'

/** Arguments that make Node run it: from its source, or from the bundle beside this file. */
export function torturedProgram(): readonly string[] {
  const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
  if (existsSync(path('./agent.ts'))) return ['--conditions=source', path('./agent.ts')]
  return [existsSync(path('./agent.js')) ? path('./agent.js') : path('./tortured-agent.js')]
}
