/** `fake-llm`: a provider without a model, for rehearsals of real agents: offline, free, and as nasty as you want. */
import { z } from 'zod'
import { openFakeLlm, type Served } from '#forge.ts'
import { say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { success } from '#model/result.ts'
import { operation } from './operation.ts'
import { dim, strong, toned, type Line } from './text/line.ts'
import { styledText, textOf } from './text/message.ts'

const Tokens = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
})

const Item = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('listening'),
    url: z.string(),
    port: z.number(),
    env: z.record(z.string(), z.string()).describe('Variables that point an agent here'),
    served: z.string().describe('Where to ask what was served'),
  }),
  z.object({
    kind: z.literal('request'),
    number: z.number(),
    wire: z.string(),
    worker: z.string(),
    model: z.string(),
    rule: z.string(),
    turn: z.number(),
    status: z.number().describe('0 when the connection was closed without an answer'),
    how: z.string(),
    tokens: Tokens,
  }),
])
type Item = z.output<typeof Item>

export default operation({
  name: 'fake-llm',
  summary: 'Run a fake model provider, to try agents offline at no cost',
  details:
    'Speaks Anthropic Messages, OpenAI Responses, OpenAI Chat Completions and Gemini on 127.0.0.1, with streams, tool calls and\n' +
    'trouble on demand (429, hangs, cut streams). Answers come from a script file, or from a directive in the prompt:\n' +
    'FAKE:{"steps":[{"write":["a.txt","hello"]},{"text":"done"}]}ENDFAKE. The format is in docs/fake-llm.md. Runs until Ctrl-C.',
  does: 'reads',
  shape: 'stream',
  input: z.strictObject({
    port: z.number().int().min(0).max(65_535).default(0).describe('Port on 127.0.0.1; 0 for a free one'),
    script: z.string().min(1).optional().describe('A script file, YAML or JSON'),
    key: z.string().min(1).max(500).optional().describe('Refuse requests with another key'),
    window: z
      .number()
      .int()
      .positive()
      .max(1e9)
      .optional()
      .describe('Refuse requests of more tokens than this, as a model with a window of that size would'),
    log: z.boolean().default(false).describe('Print every request'),
  }),
  positionals: [],
  output: Item,
  examples: [
    { command: 'forge fake-llm --log', what: 'answer directives in prompts, and print every request' },
    { command: 'forge fake-llm --port 8123 --script rehearsal.yaml', what: 'answer by the rules of a file' },
  ],
  async run(_forge, { port, script, key, window, log }, talk) {
    const tell = (served: Served): void => talk.emit({ kind: 'request', ...served })
    const opened = await openFakeLlm({
      port,
      ...defined({ script, key, window }),
      ...(log ? { onServed: tell } : {}),
    })
    if (!opened.ok) return opened
    const { url } = opened.value
    const env = variablesOf(url, key ?? 'fake')
    talk.emit({ kind: 'listening', url, port: opened.value.port, env, served: `${url}/fake/served` })
    await new Promise<void>((resolve) => {
      if (talk.signal.aborted) resolve()
      talk.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    const { total } = opened.value.served()
    await opened.value.close()
    const { inputTokens, outputTokens } = total.tokens
    talk.say(say('fake.sum', { count: total.requests, input: inputTokens, output: outputTokens }))
    return success({})
  },
  render,
})

function variablesOf(url: string, key: string): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: key,
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: key,
  }
}

function render(item: Item): readonly Line[] {
  if (item.kind === 'listening')
    return [
      [strong(item.url), '  ', styledText('fake.until', {}, 'dim')],
      ...Object.entries(item.env).map(([name, value]): Line => `export ${name}=${value}`),
      [styledText('fake.served', { url: item.served }, 'dim')],
    ]
  const { number, wire, worker, model, rule, turn, status, how, tokens } = item
  const tone = status === 200 && how === 'answered' ? 'good' : 'warn'
  const where = `${wire}${worker === '' ? '' : ` ${worker}`} ${model}`
  const what = rule === '' ? '' : `  ${textOf('fake.step', { rule, step: turn + 1 })}`
  return [
    [
      dim(`${number}  `),
      where,
      '  ',
      toned(tone, `${status} ${how}`),
      dim(`${what}  ${textOf('fake.tokens', { input: tokens.inputTokens, output: tokens.outputTokens })}`),
    ],
  ]
}
