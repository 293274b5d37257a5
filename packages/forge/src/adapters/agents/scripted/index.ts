/**
 * The scripted agent as an agent of Forge (U-32): a real child process that follows a script, for rehearsals and tests.
 *
 * 1. Its task comes on its input, its answer goes to a private file: what it prints is never an answer (T-8, F-26).
 * 2. Answered is only: exit 0 and exactly one well-formed answer. Whether the answer is of this attempt, the nonce tells,
 *    and that is judged in `core`.
 * 3. `ended` resolves when the process, its descendants and its private directory are gone.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createLineReader, environmentOf, start, watchActivity, type Running } from '#adapters/exec/index.ts'
import type { AgentEnd, Agents, AgentSession, AgentTask, Clock } from '#engine/ports.ts'
import type { Failure } from '#model/failure.ts'
import { failed, success, type Result } from '#model/result.ts'
import { noUsage } from '#model/usage.ts'
import { endOf } from './end.ts'
import { createPace, type Pace } from './pace.ts'
import { makePrivatePlace, type PrivatePlace } from './private-place.ts'
import { createListener, type Listener } from './progress.ts'
import { readScript } from './read-script.ts'
import { readResult } from './result.ts'
import { chooseRule } from './script.ts'
import { resultVariable, type ScriptedTask } from './task.ts'

export { readScript } from './read-script.ts'
export { scriptJsonSchema } from './script.ts'

export interface ScriptedAgentsRequest {
  readonly scriptPath: string
  /** The directory of a tree. */
  readonly pathOf: (tree: string) => string
  /** Outside every tree; homes, temporary files and results of agents live and die here. */
  readonly privateDir: string
  /** Which Forge this is; the same as for sweeping. */
  readonly scope: string
  readonly clock: Pick<Clock, 'wall'>
  /** Names of environment variables that configuration declares for agents. */
  readonly pass?: readonly string[]
  /** Where what the agent prints is kept, and how much of it; absent: nowhere. */
  readonly transcriptOf?: (task: AgentTask) => { readonly path: string; readonly capBytes: number } | undefined
  /** The agent's program, when it is not the one that comes along. */
  readonly program?: string
  /** Reports of one kind are at least this far apart; default 10 s. */
  readonly reportEveryMs?: number
}

/** An agent that printed within this time needs no look at its files. */
const freshMs = 1000

export function createScriptedAgents(request: ScriptedAgentsRequest): Agents {
  return {
    async start(task, reports) {
      const program = request.program ?? findProgram()
      if (!existsSync(program)) return endedSession({ tag: 'unavailable', what: `${program}: no such program` })
      const told = await taskOf(request.scriptPath, task)
      if (!told.ok) return endedSession({ tag: 'unavailable', what: told.failure })
      const place = await placeFor(request.privateDir, task)
      if (place === 'disk') return endedSession({ tag: 'disk' })
      const pace = createPace(reports, request.reportEveryMs ?? 10_000)
      const { clock } = request
      const listener = createListener({ clock, account: task.task.account, reports: (report) => pace.send(report) })
      const running = await startAgent(request, { program, task, told: told.value, place, listener })
      return sessionOf(request.pathOf(task.tree), running, { place, listener, pace })
    },
  }
}

async function taskOf(
  scriptPath: string,
  { key, performance, task }: AgentTask,
): Promise<Result<ScriptedTask, string>> {
  const script = await readScript(scriptPath)
  if (!script.ok) return failed(script.failure.join('\n').slice(0, 10_000))
  const attempt = Number(/#(\d+)/.exec(key)?.[1] ?? 1)
  const rule = chooseRule(script.value, { role: task.role, unit: task.unit, attempt })
  if (rule === undefined)
    return failed(`${scriptPath}: no rule for role ${task.role}, unit ${task.unit}, attempt ${attempt}`)
  return success({ attempt, performance, task, steps: rule.steps })
}

async function placeFor(privateDir: string, { key }: AgentTask): Promise<PrivatePlace | 'disk'> {
  try {
    return await makePrivatePlace(privateDir, key)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return 'disk'
    throw error
  }
}

interface Starting {
  readonly program: string
  readonly task: AgentTask
  readonly told: ScriptedTask
  readonly place: PrivatePlace
  readonly listener: Listener
}

function startAgent(request: ScriptedAgentsRequest, starting: Starting): Promise<Running> {
  const { program, task, told, place, listener } = starting
  const lines = createLineReader((line) => listener.take(line))
  const { pass, scope } = request
  const transcript = request.transcriptOf?.(task)
  return start({
    file: process.execPath,
    args: [program],
    cwd: request.pathOf(task.tree),
    env: environmentOf({
      home: place.home,
      tmp: place.tmp,
      set: { [resultVariable]: place.result },
      ...(pass === undefined ? {} : { pass }),
    }),
    marker: { scope, key: task.key, tree: task.tree },
    stdin: JSON.stringify(told),
    output: { onStdout: (chunk) => lines.write(chunk), ...(transcript === undefined ? {} : { transcript }) },
  })
}

/** Beside this file; when this file was bundled, beside the bundle. */
function findProgram(): string {
  const candidates = ['./agent.ts', './agent.js', './scripted-agent.js']
  const paths = candidates.map((candidate) => fileURLToPath(new URL(candidate, import.meta.url)))
  return paths.find((path) => existsSync(path)) ?? 'agent.js'
}

function sessionOf(
  tree: string,
  running: Running,
  { place, listener, pace }: { place: PrivatePlace; listener: Listener; pace: Pace },
): AgentSession {
  const activity = watchActivity(tree)
  const ended = running.ended.then(async ({ unavailable, exitCode, signal }): Promise<AgentEnd> => {
    pace.finish()
    const result = await readResult(place.result)
    await place.remove()
    const spoken = listener.failure()
    const seen = { exitCode, signal, result, spoken, ...(unavailable === undefined ? {} : { unavailable }) }
    return endOf(seen, listener.usage())
  })
  return {
    ended,
    lastSign() {
      const spoken = running.lastSign()
      return performance.now() - spoken < freshMs ? spoken : Math.max(spoken, activity.lastChange())
    },
    interrupt: () => running.interrupt(),
    async kill() {
      await running.kill()
      await ended
    },
  }
}

function endedSession(failure: Failure): AgentSession {
  const at = performance.now()
  return {
    ended: Promise.resolve({ end: 'failed', failure, usage: noUsage }),
    lastSign: () => at,
    interrupt: () => Promise.resolve(),
    kill: () => Promise.resolve(),
  }
}
