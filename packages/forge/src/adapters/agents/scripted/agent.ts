/**
 * The scripted agent's own program: reads its task from its input, follows the steps, answers into the result file. It
 * plays a foreign program, so it imports only types from Forge, and misbehaves on purpose in the ways that Forge must
 * withstand.
 */
import { readFileSync } from 'node:fs'
import { performStep, say } from './perform-step.ts'
import type { ScriptedTask } from './task.ts'

const told = JSON.parse(readFileSync(0, 'utf8')) as ScriptedTask

for (const [index, step] of told.steps.entries()) {
  try {
    await performStep(step, told)
  } catch (error) {
    const text = `step ${index + 1} (${step.do}): ${(error as Error).message}`
    await say({ type: 'failed', as: 'blocked', text: text.slice(0, 4000) })
    process.exit(64)
  }
}
await say({ type: 'finished' })
process.exit(0)
