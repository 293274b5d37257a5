/** Every agent that Forge can start, one row each. Another one is another row. */
import { acpKinds } from '#adapters/agents/acp/index.ts'
import { builtin } from '#adapters/agents/builtin/index.ts'
import { claudeCode } from '#adapters/agents/claude-code/index.ts'
import { codex } from '#adapters/agents/codex/index.ts'
import { command } from '#adapters/agents/command/index.ts'
import { createScriptedAgents } from '#adapters/agents/scripted/index.ts'
import {
  nameOf,
  providerOfCommand,
  type AgentKind,
  type OwnProgram,
  type TokenFile,
} from '#adapters/agents/session/index.ts'
import { say } from '#messages/said.ts'

const scripted: AgentKind = {
  name: 'scripted',
  about: say('agent.aboutScripted'),
  argument: say('script.argumentPath'),
  capabilities: {
    answer: 'result file',
    resume: 'no',
    interrupt: 'by signal',
    model: 'no',
    effort: 'no',
    thinking: 'no',
    systemPrompt: 'in the prompt',
    tools: 'no',
    mcpServers: 'no',
    turns: 'no',
    budget: 'no',
    usage: 'as it grows',
    limits: 'seen',
    repositoryFiles: 'none known',
    ownSandbox: 'no',
  },
  reaches: 'nothing',
  provider: (script = '') =>
    nameOf(
      script
        .split('/')
        .at(-1)
        ?.replace(/\.[a-z]+$/, '') ?? '',
    ),
  ownModel: () => null,
  create: (around, scriptPath = '') => createScriptedAgents({ ...around, scriptPath }),
}

export const kinds: readonly AgentKind[] = [claudeCode, codex, ...acpKinds, builtin, command, scripted]

/** Logins that are lent to agents, and that a killed Forge may not have returned. */
export function renewedLogins(): readonly TokenFile[] {
  return kinds.flatMap(({ program }) => program?.login.renews ?? [])
}

/** Synonyms. */
const aliases: Readonly<Record<string, string>> = { claude: 'claude-code' }

export function findKind(name: string): AgentKind | undefined {
  const known = Object.hasOwn(aliases, name) ? aliases[name] : name
  return kinds.find((kind) => kind.name === known)
}

/** The provider whose limits an agent is subject to, by the agent's name in the configuration. */
export function providerOfAgent(agent: string): string {
  const [name, argument] = splitAgent(agent)
  return findKind(name)?.provider(argument) ?? nameOf(name)
}

/** The default models of agents, by agent; `run` is the run's own, under ''. */
export function ownModelsOf(
  run: string | undefined,
  others: readonly string[],
): Readonly<Record<string, string | null>> {
  const named = [...(run === undefined ? [] : [['', run] as const]), ...others.map((agent) => [agent, agent] as const)]
  return Object.fromEntries(
    named.flatMap(([key, agent]) => {
      const [name, argument] = splitAgent(agent)
      const model = findKind(name)?.ownModel?.(argument)
      return model === undefined ? [] : [[key, model]]
    }),
  )
}

/** How an agent reaches its model, given what the configuration says of its program. */
export function reachesOf(agent: string, programs: Readonly<Record<string, OwnProgram>> = {}): AgentKind['reaches'] {
  const [name, argument] = splitAgent(agent)
  const kind = findKind(name)
  const program = kind?.name === 'acp' ? providerOfCommand(argument) : kind?.name
  return programs[program ?? '']?.door?.dialect ?? kind?.reaches ?? 'nothing'
}

/** Names in `agents:` of agents that take no such setting. */
export function unfitPrograms(programs: Readonly<Record<string, OwnProgram>>): readonly string[] {
  const acp = new Set(acpKinds.map(({ name }) => name))
  return Object.keys(programs).filter((name) => name === 'acp' || (findKind(name) !== undefined && !acp.has(name)))
}

/** `command:my-agent --fast` → `command` and the rest; `acp:kimi` → `kimi`, where a name stands for a known program. */
export function splitAgent(agent: string): readonly [name: string, argument: string | undefined] {
  const at = agent.indexOf(':')
  if (at < 0) return [agent, undefined]
  const [name, argument] = [agent.slice(0, at), agent.slice(at + 1)]
  const isKnown = name === 'acp' && acpKinds.some((kind) => kind.name !== 'acp' && kind.name === argument.trim())
  return isKnown ? [argument.trim(), undefined] : [name, argument]
}
