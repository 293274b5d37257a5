/** The built-in agent's own program: reads its task, runs the tool loop in the current directory, tells its events. */
import { text } from 'node:stream/consumers'
import type { AgentEvent } from '#model/agent-event.ts'
import { keepConditionToOurselves } from './own-condition.ts'
import { BuiltinTask } from './task.ts'

const stop = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

keepConditionToOurselves()
const told = BuiltinTask.parse(JSON.parse(await text(process.stdin)))
const { runLoop } = await import('./loop.ts')
const end = await runLoop(told, { root: process.cwd(), signal: stop.signal, say })
if (stop.signal.aborted) process.exit(143)
await say(end)
process.exit(end.type === 'finished' ? 0 : 1)

/** Resolves when the line is out, so that nothing is lost at the exit. */
function say(event: AgentEvent): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${JSON.stringify(event)}\n`, () => resolve())
  })
}
