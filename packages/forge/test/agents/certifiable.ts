/** What the torture chamber is given in tests. */
import { fileURLToPath } from 'node:url'
import { bundledAlone } from '../../../../scripts/bundled.ts'

/** Agents that differ in their adapter; the others that speak ACP differ in data. The scripted one is its own program. */
export const certifiable = ['acp', 'builtin', 'claude-code', 'codex', 'command'] as const

const source = new URL('../../src/testing/torture/agent.ts', import.meta.url)

/** Its agent as it is shipped: a quarter of what its sources cost to start. */
export const tortured = [await bundledAlone(fileURLToPath(source))]
