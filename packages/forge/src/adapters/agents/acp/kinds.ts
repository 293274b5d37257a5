/** The agents that speak ACP, as kinds of agents: the known ones, and any other by its command line. */
import {
  providerOfCommand,
  splitCommandLine,
  worksOf,
  type AgentKind,
  type Capabilities,
  type Dialect,
  type Program,
} from '#adapters/agents/session/index.ts'
import { endedSession } from '#adapters/agents/session/index.ts'
import { say } from '#messages/said.ts'
import { createAcpAgents } from './agents.ts'
import type { Quirks } from './quirk.ts'
import { plainQuirks, quirks } from './quirks.ts'

function capabilitiesOf({ model, effort, usage, resumes }: Quirks): Capabilities {
  return {
    answer: 'result tool',
    resume: resumes,
    interrupt: 'by word',
    model: model === 'option' ? 'where it offers it' : 'yes',
    effort: effort === 'option' ? 'where it offers it' : 'no',
    thinking: 'no',
    systemPrompt: 'in the prompt',
    tools: 'no',
    mcpServers: 'yes',
    turns: 'no',
    budget: 'no',
    usage: usage === 'nothing' ? 'no' : 'at the end',
    limits: 'no',
    repositoryFiles: 'ignored in the sandbox',
    ownSandbox: 'no',
  }
}

/** With a key for its provider, no login is needed. */
function programOf({ name, program, tried, install, login, provider }: Quirks): Program {
  const keys = provider === undefined ? [] : keysOf[provider.dialect]
  const seen = { ...login, variables: [...new Set([...login.variables, ...keys])] }
  return {
    file: program,
    versionArguments: ['--version'],
    triedVersions: tried,
    works: worksOf(name),
    install,
    login: seen,
  }
}

const keysOf: Readonly<Record<Dialect, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  gemini: ['GEMINI_API_KEY'],
}

/** With a key, the limits of that provider apply; with its own login, its own limits. */
function providerOf({ name, provider }: Quirks): string {
  if (provider === undefined) return name
  return provider.dialect === 'gemini' ? 'google' : provider.dialect
}

const known = quirks.map((one): AgentKind => ({
  name: one.name,
  about: one.about,
  known: one.known,
  argument: say('program.argumentPath', { program: one.program }),
  program: programOf(one),
  capabilities: capabilitiesOf(one),
  reaches: one.provider?.dialect ?? 'its own',
  provider: () => providerOf(one),
  create: (around, path) => createAcpAgents(around, { quirks: one, program: programOf(one), path }),
}))

/** `acp:<command line>`. */
const any: AgentKind = {
  name: 'acp',
  about: say('agent.aboutAnyAcp'),
  argument: say('program.argumentCommand', { command: 'my-agent --acp' }),
  runs: 'its argument',
  capabilities: capabilitiesOf(plainQuirks(['acp'])),
  reaches: 'its own',
  provider: (line) => providerOfCommand(line),
  create(around, line = '') {
    const words = splitCommandLine(line)
    const [program, ...args] = words.ok ? words.value : []
    if (program === undefined) {
      const why = words.ok ? say('program.noneNamed') : words.failure
      const what = say('program.lineFault', { line: `acp:${line}`, why })
      return { start: () => Promise.resolve(endedSession({ tag: 'unavailable', what })) }
    }
    return createAcpAgents(around, { quirks: plainQuirks([program, ...args]), program: undefined, path: program })
  },
}

export const acpKinds: readonly AgentKind[] = [...known, any]
