/** What an agent that speaks ACP is given and asked, line by line. */
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '#model/agent-event.ts'
import type { Report } from '#model/attempt.ts'
import type { Json } from '#model/json.ts'
import { agentTaskOf } from '#testing/builders/index.ts'
import { converse, type Errand } from './conversation.ts'
import { quirks } from './quirks.ts'

interface Said {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly [name: string]: Json }
}

const opencode = quirks.find(({ name }) => name === 'opencode') as Errand['quirks']

/** A whole conversation; `missing` is what is wrong with the answer at each end of a prompt. */
async function conversation(more: Partial<Errand>, missing: readonly string[][]) {
  const said: Said[] = []
  const heard: AgentEvent[] = []
  const told: Report[] = []
  let asked = 0
  await new Promise<void>((resolve) => {
    const answers: Readonly<Record<string, Json>> = {
      initialize: { protocolVersion: 1, agentCapabilities: { mcpCapabilities: { http: true } } },
      'session/new': { sessionId: 's-1' },
      'session/prompt': { stopReason: 'end_turn' },
    }
    const talk = converse(
      {
        say(line) {
          const { id, method = '' } = line as Said
          said.push(line as Said)
          const result = answers[method]
          if (id !== undefined && result !== undefined) setImmediate(() => talk.take({ jsonrpc: '2.0', id, result }))
        },
        hear(event) {
          heard.push(event)
          if (event.type === 'finished' || event.type === 'failed') resolve()
        },
        tell: (report) => void told.push(report),
      },
      {
        task: agentTaskOf(),
        quirks: opencode,
        cwd: '/tree',
        textFor: () => 'the task',
        tool: { url: 'http://127.0.0.1:1/', token: 't' },
        servers: {},
        missing: () => Promise.resolve(missing[asked++] ?? []),
        onAgain: () => undefined,
        ...more,
      },
    )
  })
  const prompts = said.filter(({ method }) => method === 'session/prompt').map(({ params }) => JSON.stringify(params))
  return { said, heard, told, prompts }
}

describe('a conversation over ACP', { timeout: 20_000 }, () => {
  it('gives the servers of the configuration besides the one for the answer', async () => {
    const servers = { docs: { command: 'docs-server', args: ['--quiet'], env: { LEVEL: '1' } } }
    const { said } = await conversation({ servers }, [])
    expect(said.find(({ method }) => method === 'session/new')?.params?.['mcpServers']).toEqual([
      expect.objectContaining({ type: 'http', name: 'forge' }),
      { name: 'docs', command: 'docs-server', args: ['--quiet'], env: [{ name: 'LEVEL', value: '1' }] },
    ])
  })

  it('asks for an answer that is missing once more in the same session, and no third time', async () => {
    const { prompts, told, heard } = await conversation({}, [['there is no answer'], ['still none']])
    expect(prompts).toHaveLength(2)
    expect(prompts[1]).toContain('there is no answer')
    expect(prompts[1]).toContain('s-1')
    expect(told).toEqual([{ kind: 'asked-again', errors: ['there is no answer'] }])
    expect(heard.filter(({ type }) => type === 'finished')).toHaveLength(1)
  })

  it('asks nothing more of one who has answered', async () => {
    expect((await conversation({}, [[]])).prompts).toHaveLength(1)
  })

  it('tells what it does not offer to be set, and does not say that it runs on a model that it was not told', async () => {
    const route = { tier: 'heavy', model: 'a-model', effort: 'high', reasons: [] } as const
    const { told, heard } = await conversation({ task: agentTaskOf({ route: { ...route, reasons: [] } }) }, [])
    expect(told).toEqual([{ kind: 'unset', agent: 'opencode', what: ['model', 'effort'] }])
    expect(heard[0]).toEqual({ type: 'started', session: 's-1' })
  })
})
