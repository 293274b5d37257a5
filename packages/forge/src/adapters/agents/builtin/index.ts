/**
 * The agent that comes with Forge (`builtin:<model>`): a tool loop on the AI SDK against any provider with an API key.
 * It runs as a child process like every other agent, so that neither its crash nor a flood of output affects the
 * engine. The provider's key stays outside: the child gets the attempt's own endpoint, on its input and not in its
 * environment, so that commands of the model cannot read it.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  endedSession,
  resumePrompt,
  nameOf,
  portsOf,
  startSession,
  type AgentKind,
  type Endpoint,
  type McpServer,
  type PrivatePlace,
  type AdapterParts,
} from '#adapters/agents/session/index.ts'
import type { Agents, AgentTask } from '#engine/ports.ts'
import { say, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { ToolGroup } from '#model/route.ts'
import type { BuiltinTask } from './task.ts'
import { chooseModel, dialects, type ModelChoice } from './choose-model.ts'
import { builtinTranslator } from './translator.ts'

export interface BuiltinAgentsRequest extends AdapterParts {
  /** The model after `builtin:` in the configuration; the route of an attempt overrides it. */
  readonly model?: string
  /** The limit of turns per attempt; default 200. */
  readonly turns?: number
  /** Another program instead of the agent's own. */
  readonly program?: string
}

export const builtin: AgentKind = {
  name: 'builtin',
  about: say('agent.aboutBuiltin'),
  argument: say('model.argumentSuchAs', {
    models: say('value.oneOrOther', {
      one: 'claude-sonnet-4-5, openai/gpt-5.5,',
      other: 'qwen3@http://127.0.0.1:11434/v1',
    }),
  }),
  capabilities: {
    answer: 'typed output',
    resume: 'yes',
    interrupt: 'by signal',
    model: 'yes',
    effort: 'yes',
    thinking: 'where it offers it',
    systemPrompt: 'yes',
    tools: 'yes',
    mcpServers: 'yes',
    turns: 'yes',
    budget: 'yes',
    usage: 'as it grows',
    limits: 'seen',
    repositoryFiles: 'ignored',
    ownSandbox: 'no',
  },
  reaches: 'nothing',
  provider: (model) => providerOf(model),
  ownModel: (written) => {
    const chosen = chooseModel(written, undefined)
    return chosen.ok ? chosen.value.model : undefined
  },
  hasOwnEndpoint: (written) => {
    const chosen = chooseModel(written, undefined)
    return chosen.ok && chosen.value.address !== undefined
  },
  create: (around, model) => createBuiltinAgents({ ...around, ...defined({ model }) }),
}

/** Routes may name models of other providers; the limits are those of the configured one. */
function providerOf(written: string | undefined): string {
  const chosen = chooseModel(written, undefined)
  if (!chosen.ok) return 'builtin'
  const { provider, address } = chosen.value
  return address === undefined ? provider : nameOf(new URL(address).host)
}

export function createBuiltinAgents(request: BuiltinAgentsRequest): Agents {
  return {
    async start(task, reports) {
      const chosen = chooseModel(request.model, task.task.route?.model)
      if (!chosen.ok) return endedSession({ tag: 'unavailable', what: chosen.failure })
      const { provider, model, address } = chosen.value
      const endpoint = await request.endpointOf?.(task, dialects[provider], address)
      if (endpoint === undefined)
        return endedSession({
          tag: 'unavailable',
          what: say('key.noneForProvider', { provider, hint: keyHint(chosen.value) }),
        })
      const what = unsettable(task, provider)
      if (what.length > 0) reports({ kind: 'unset', agent: 'builtin', what: [...what] })
      return startSession(request, task, reports, (place) =>
        Promise.resolve({
          ...programOf(request),
          configured: programOf(request).args,
          env: {},
          stdin: `${JSON.stringify({ ...toldOf(request, task, { provider, model, endpoint }), ...keptOf(task, place) })}\n`,
          input: 'stays open',
          // Asking again does not fix a request that broke off: its class decides what happens next.
          again: (text) => (endpoint.isRefused?.() === true ? undefined : { again: text }),
          reaches: portsOf(endpoint.baseUrl),
          isLimited: endpoint.isLimited,
          conversation: 'lasts',
          translator: builtinTranslator,
          stopBy: 'SIGTERM',
        }),
      )
    },
  }
}

/** Its conversation outlives only a lost performance, and an attempt that a limit ended. */
function keptOf(task: AgentTask, { kept }: PrivatePlace): Pick<BuiltinTask, 'conversation'> {
  const goesOn = resumePrompt(task)
  return { conversation: { file: join(kept, 'conversation.json'), ...defined({ goesOn }) } }
}

function toldOf(
  { turns, perAttempt, mcpServers }: BuiltinAgentsRequest,
  { task, prompt, schema }: AgentTask,
  { provider, model, endpoint }: Omit<ModelChoice, 'address'> & { endpoint: Endpoint },
): BuiltinTask {
  return {
    provider,
    model,
    endpoint,
    prompt: { system: prompt.system, text: prompt.text },
    schema,
    turns: turns ?? task.route?.turns ?? perAttempt?.turns ?? 200,
    may: toolsOf(task),
    ...defined({ thinking: task.route?.thinking, effort: task.route?.effort }),
    ...(mcpServers === undefined ? {} : { servers: serversOf(mcpServers) }),
  }
}

function serversOf(servers: Readonly<Record<string, McpServer>>): NonNullable<BuiltinTask['servers']> {
  return Object.fromEntries(
    Object.entries(servers).map(([name, { command, args, env }]) => [
      name,
      { command, args: [...args], env: { ...env } },
    ]),
  )
}

/** What the route asks for and neither the model's provider nor these tools support. */
function unsettable({ task: { route } }: AgentTask, provider: ModelChoice['provider']): readonly string[] {
  const canThink = provider === 'anthropic' || provider === 'google'
  return [
    ...(route?.thinking === undefined || canThink ? [] : ['thinking']),
    ...(route?.tools?.includes('web') === true ? ['tools: web'] : []),
  ]
}

/** Judging and planning only read, whatever the route asks for; there are no tools for the web. */
function toolsOf(task: AgentTask['task']): ToolGroup[] {
  const allowed: readonly ToolGroup[] = task.do === 'work' ? ['read', 'run', 'edit'] : ['read', 'run']
  return allowed.filter((group) => task.route?.tools?.includes(group) ?? true)
}

function keyHint({ provider }: ModelChoice): Said {
  const names = { anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY', google: 'GEMINI_API_KEY' }
  return provider === 'compatible' ? say('model.giveAddress') : say('key.setVariable', { variable: names[provider] })
}

function programOf({ program }: BuiltinAgentsRequest): { file: string; args: readonly string[] } {
  return program === undefined ? { file: process.execPath, args: findProgram() } : { file: program, args: [] }
}

/** Next to this file, as source or built; in a bundle, next to the bundle. */
function findProgram(): readonly string[] {
  const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
  if (existsSync(path('./agent.ts'))) return ['--conditions=source', path('./agent.ts')]
  return [existsSync(path('./agent.js')) ? path('./agent.js') : path('./builtin-agent.js')]
}
