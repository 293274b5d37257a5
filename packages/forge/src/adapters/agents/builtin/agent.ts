/**
 * The built-in agent's own program: reads its task, runs the tool loop in the current directory, prints its events. Its
 * input is lines: the task, and after an unusable end its errors, at most once.
 */
import type { AgentEvent } from '#model/agent-event.ts'
import { linesOf } from './input.ts'
import { keepConditionToOurselves } from './own-condition.ts'
import { BuiltinAgain, BuiltinTask } from './task.ts'

const stop = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

keepConditionToOurselves()
const nextOf = linesOf(process.stdin)
const told = BuiltinTask.parse(await nextLine())
const { runLoop } = await import('./loop.ts')
const end = await runLoop(told, { root: process.cwd(), signal: stop.signal, say, again })
if (stop.signal.aborted) process.exit(143)
if (end.type === 'failed') await say(end)
process.exit(end.type === 'finished' ? 0 : 1)

async function nextLine(): Promise<unknown> {
  const line = await nextOf()
  return line === undefined ? undefined : (JSON.parse(line) as unknown)
}

/** Reports that it is done; returns the errors of its answer, or undefined if nothing more is wanted. */
async function again(done: AgentEvent): Promise<string | undefined> {
  if (stop.signal.aborted) return undefined
  await say(done)
  return BuiltinAgain.optional().parse(await nextLine())?.again
}

/** Resolves when the line is written, so that the exit loses nothing. */
function say(event: AgentEvent): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${JSON.stringify(event)}\n`, () => resolve())
  })
}
