/**
 * Agents by their names in the configuration: the run's own, and those that its routes name for a role or a phase, so
 * that one plans, another implements and a third reviews. Each is checked before the run starts, so a missing one is
 * reported then.
 */
import { resolve } from 'node:path'
import { isThere } from '#adapters/files/plain.ts'
import { readScript } from '#adapters/agents/scripted/index.ts'
import {
  endedSession,
  findInstalled,
  holdsItself,
  installOf,
  isMissingProgram,
  splitCommandLine,
  unfitVersion,
  type Program,
  type AdapterParts,
} from '#adapters/agents/session/index.ts'
import type { Agents, AgentTask } from '#engine/ports.ts'
import { raw, say, several } from '#messages/said.ts'
import type { Route } from '#model/route.ts'
import { failed, success, type Result } from '#model/result.ts'
import { refusal, usageRefusal, type Refusal } from '#forge/refusal.ts'
import { findKind, kinds, splitAgent, unfitPrograms } from './kinds.ts'

export interface AgentChoice {
  /** The agent where no route names another; absent: no agent works in this world. */
  readonly agent: string | undefined
  /** Other agents that routes name. */
  readonly others: readonly string[]
  /** Where script files are looked for. */
  readonly root: string
}

/** For a world that only merges and verifies: asking it for work is a bug. */
const nobody: Agents = {
  start() {
    throw new Error('this world was opened without an agent')
  },
}

export async function agentsOf(
  { agent, others, root }: AgentChoice,
  around: AdapterParts,
): Promise<Result<Agents, Refusal>> {
  if (agent === undefined) return success(nobody)
  const [unfit] = unfitPrograms(around.programs ?? {})
  if (unfit !== undefined) return failed(takesNone(unfit))
  const opened = new Map<string, Agents>()
  for (const name of new Set([agent, ...others])) {
    const one = await openAgent(name, root, around)
    if (!one.ok) return one
    opened.set(name, one.value)
  }
  return success({
    async start(task, reports) {
      const name = task.task.route?.agent ?? agent
      const chosen = opened.get(name)
      // A run may be resumed after the configuration has changed.
      if (chosen === undefined)
        return endedSession({ tag: 'unavailable', what: say('agent.routedNotConfigured', { name }) })
      const what = unsettable(name, task, around)
      if (what.length > 0) reports({ kind: 'unset', agent: splitAgent(name)[0], what: [...what] })
      const { route } = task.task
      if (route?.mcpServers === undefined) return chosen.start(task, reports)
      const own = await openAgent(name, root, { ...around, mcpServers: serversFor(route, around) ?? {} })
      return own.ok ? own.value.start(task, reports) : endedSession({ tag: 'unavailable', what: own.failure.message })
    },
  })
}

function takesNone(name: string): Refusal {
  const message = say('agent.onlyAcpTakesSettings', { name })
  return usageRefusal('agent', message, say('agent.passIsForEveryAgent'))
}

/** The configured servers that the route keeps. */
function serversFor(route: Route | undefined, { mcpServers }: AdapterParts): AdapterParts['mcpServers'] {
  const wanted = route?.mcpServers
  if (wanted === undefined || mcpServers === undefined) return mcpServers
  return Object.fromEntries(Object.entries(mcpServers).filter(([name]) => wanted.includes(name)))
}

/** Settings of this attempt that its agent does not support (the table of `forge agents`). */
function unsettable(agent: string, { task: { route } }: AgentTask, around: AdapterParts): readonly string[] {
  const capabilities = findKind(splitAgent(agent)[0])?.capabilities
  const { turns, dollars } = around.perAttempt ?? {}
  const asked = {
    model: route?.model,
    effort: route?.effort,
    thinking: route?.thinking,
    tools: route?.tools,
    turns: route?.turns ?? turns,
    budget: route?.dollars ?? dollars,
    mcpServers: Object.keys(serversFor(route, around) ?? {})[0],
  }
  const names = Object.keys(asked) as (keyof typeof asked)[]
  return names.filter((name) => asked[name] !== undefined && capabilities?.[name] === 'no')
}

/** One agent, or why it cannot be used. */
export async function openAgent(agent: string, root: string, around: AdapterParts): Promise<Result<Agents, Refusal>> {
  const [name, argument] = splitAgent(agent)
  const kind = findKind(name)
  if (kind === undefined) {
    const known = kinds.map((one) => one.name).join(', ')
    return failed(
      unusable(refusal('unknown-agent', say('agent.unknownName', { name }), say('hint.useOneOf', { known }))),
    )
  }
  if (kind.name === 'scripted') {
    const path = await scriptOf(argument, root)
    return path.ok ? success(kind.create(around, path.value)) : path
  }
  if ((kind.name === 'command' || kind.name === 'acp') && argument === undefined)
    return failed(
      usageRefusal(
        'agent',
        say('agent.needsArgument', { name: kind.name, argument: kind.argument ?? say('agent.aCommand') }),
        raw(`${kind.name}:…`),
      ),
    )
  const unfit =
    kind.program === undefined ? missingCommand(kind.name, argument) : await unfitProgram(kind.program, argument)
  if (unfit !== undefined) return failed(unusable(unfit))
  const ownSandbox = around.ownSandbox === 'used' && holdsItself(kind.capabilities, process.platform)
  return success(kind.create({ ...around, ownSandbox: ownSandbox ? 'used' : 'unused' }, argument))
}

/** The program of a user's own command line. One named relative to the tree is only looked for when it is started. */
function missingCommand(kind: string, line: string | undefined): Refusal | undefined {
  if ((kind !== 'command' && kind !== 'acp') || line === undefined) return undefined
  const words = splitCommandLine(line)
  const [file] = words.ok ? words.value : []
  if (file === undefined || file.includes('{') || !isMissingProgram(file)) return undefined
  return refusal('no-program', say('program.notOnPath', { file }), say('program.installOrNamePath', { file }))
}

/** A program that is missing, or whose version lacks what Forge will ask of it. */
async function unfitProgram(program: Program, path: string | undefined): Promise<Refusal | undefined> {
  const { file, works } = program
  const install = works === undefined ? program.install : raw(installOf(works))
  const installed = await findInstalled(program, path)
  if (installed === undefined) return refusal('no-program', say('program.notOnPath', { file: path ?? file }), install)
  const unfit = await unfitVersion(program, installed)
  return unfit === undefined ? undefined : refusal('old-program', unfit, install)
}

/** A faulty script is reported before anything starts. */
async function scriptOf(argument: string | undefined, root: string): Promise<Result<string, Refusal>> {
  if (argument === undefined)
    return failed(usageRefusal('agent', say('script.neededByAgent'), raw('--agent scripted:<file>')))
  const path = resolve(root, argument)
  const hint = say('script.pathsFromRoot')
  if (!isThere(path)) return failed(unusable(refusal('no-script', say('script.notFound', { path }), hint)))
  const script = await readScript(path)
  if (script.ok) return success(path)
  const faults = several([raw(''), ...script.failure], '\n  ')
  const help = say('script.seeAgentDocs')
  return failed(unusable(refusal('bad-script', say('script.cannotBeFollowed', { path, faults }), help)))
}

function unusable(why: Refusal): Refusal {
  return { ...why, exit: 'agent' }
}
