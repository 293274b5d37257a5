/**
 * The scripted agent as an agent of Forge (U-32): a real child process that follows a script, for rehearsals and tests.
 *
 * Its task is its input, its answer goes to a private file: its output is never an answer (T-8, F-26). The nonce shows
 * whether the answer belongs to this attempt; `core` checks that.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { endedSession, startSession, type AdapterParts } from '#adapters/agents/session/index.ts'
import type { Agents, AgentTask } from '#engine/ports.ts'
import { say, several, truncated, type Said } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import { scriptedTranslator } from './progress.ts'
import { readScript } from './read-script.ts'
import { chooseRule } from './script.ts'
import { resultVariable, type ScriptedTask } from './task.ts'

export { readScript } from './read-script.ts'

export interface ScriptedAgentsRequest extends AdapterParts {
  readonly scriptPath: string
  /** The agent's program, if not the bundled one. */
  readonly program?: string
}

export function createScriptedAgents(request: ScriptedAgentsRequest): Agents {
  return {
    async start(task, reports) {
      const program = request.program ?? findProgram()
      if (!existsSync(program))
        return endedSession({ tag: 'unavailable', what: say('program.doesNotExist', { program }) })
      const told = await taskOf(request.scriptPath, task)
      if (!told.ok) return endedSession({ tag: 'unavailable', what: told.failure })
      return startSession(request, task, reports, (place) =>
        Promise.resolve({
          file: process.execPath,
          args: [program],
          configured: [program],
          env: { [resultVariable]: place.result },
          stdin: JSON.stringify(told.value),
          translator: scriptedTranslator,
          stopBy: 'SIGTERM',
          resultFile: 'usual',
          reaches: [],
        }),
      )
    },
  }
}

async function taskOf(scriptPath: string, { key, performance, task }: AgentTask): Promise<Result<ScriptedTask, Said>> {
  const script = await readScript(scriptPath)
  if (!script.ok) return failed(truncated(several(script.failure, '\n'), 10_000))
  const [, phase = '', number = '1'] = /([^/#]*)#(\d+)/.exec(key) ?? []
  const attempt = Number(number)
  const rule = chooseRule(script.value, { role: task.role, unit: task.unit, phase, attempt })
  if (rule === undefined)
    return failed(
      say('script.noRule', { path: scriptPath, role: task.role, unit: task.unit, phase, attempt: String(attempt) }),
    )
  return success({ attempt, performance, task, steps: rule.steps })
}

/** Next to this file; in a bundle, next to the bundle. */
function findProgram(): string {
  const candidates = ['./agent.ts', './agent.js', './scripted-agent.js']
  const paths = candidates.map((candidate) => fileURLToPath(new URL(candidate, import.meta.url)))
  return paths.find((path) => existsSync(path)) ?? 'agent.js'
}
