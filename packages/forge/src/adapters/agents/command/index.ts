/**
 * Any program as an agent of Forge: the prompt goes in, one JSON object comes out. docs/agents.md is its contract.
 *
 * The prompt is its input, or replaces `{prompt}` in its arguments; `{model}` and `{effort}` are those of the route.
 * The answer is one JSON line in the file that FORGE_RESULT names, or one line of its output.
 */
import { dirname, join } from 'node:path'
import {
  endedSession,
  providerOfCommand,
  splitCommandLine,
  startSession,
  type AgentKind,
  type Launch,
  type PrivatePlace,
} from '#adapters/agents/session/index.ts'
import { placeFile } from '#adapters/files/unfollowed.ts'
import type { AgentTask } from '#engine/ports.ts'
import { say } from '#messages/said.ts'
import { createTranslator } from './translate.ts'

export const command: AgentKind = {
  name: 'command',
  about: say('agent.aboutCommand'),
  argument: say('program.argumentCommand', { command: 'my-agent --prompt {prompt}' }),
  runs: 'its argument',
  capabilities: {
    answer: 'result file',
    resume: 'no',
    interrupt: 'by signal',
    model: 'yes',
    effort: 'yes',
    thinking: 'no',
    systemPrompt: 'in the prompt',
    tools: 'no',
    mcpServers: 'no',
    turns: 'no',
    budget: 'no',
    usage: 'as it grows',
    limits: 'seen',
    repositoryFiles: 'cannot be ignored',
    ownSandbox: 'no',
  },
  reaches: 'nothing',
  provider: (line) => providerOfCommand(line),
  create: (around, line = '') => ({
    start(task, reports) {
      const words = splitCommandLine(line)
      if (!words.ok)
        return Promise.resolve(
          endedSession({
            tag: 'unavailable',
            what: say('program.lineFault', { line: `command:${line}`, why: words.failure }),
          }),
        )
      return startSession(around, task, reports, (place) => launchOf(words.value, task, place))
    },
  }),
}

async function launchOf(words: readonly string[], task: AgentTask, place: PrivatePlace): Promise<Launch> {
  const { prompt, schema } = task
  const { route, nonce, role } = task.task
  const text = `${prompt.system}\n\n${prompt.text}`
  const schemaFile = join(dirname(place.result), 'schema.json')
  await placeFile(schemaFile, JSON.stringify(schema))
  const values: Record<string, string> = { prompt: text, model: route?.model ?? '', effort: route?.effort ?? '' }
  const [file = '', ...args] = words.map((word) =>
    word.replaceAll(/\{(prompt|model|effort)\}/g, (_, name: string) => values[name] ?? ''),
  )
  const isArgument = words.some((word) => word.includes('{prompt}'))
  return {
    file,
    args,
    env: { FORGE_RESULT: place.result, FORGE_SCHEMA: schemaFile, FORGE_NONCE: nonce, FORGE_ROLE: role },
    ...(isArgument ? {} : { stdin: text }),
    translator: createTranslator(nonce),
    stopBy: 'SIGTERM',
    resultFile: 'usual',
    reaches: [],
    configured: words,
  }
}
