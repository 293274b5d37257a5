/** What an agent that speaks ACP is sent, line by line. */
import { describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
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

/** What an agent answers; an `error` is one of the protocol, `silence` is no answer. */
type Answer = { readonly [name: string]: Json } | 'silence'

/** A whole conversation; `missing` lists the errors of the answer at each end of a prompt. */
async function conversation(
  more: Partial<Errand>,
  missing: readonly string[][],
  special: (method: string, said: readonly Said[]) => Answer | undefined = () => undefined,
) {
  const said: Said[] = []
  const heard: AgentEvent[] = []
  const told: Report[] = []
  let asked = 0
  let talking: ReturnType<typeof converse> | undefined
  await new Promise<void>((resolve) => {
    const answers: Readonly<Record<string, Answer>> = {
      initialize: { protocolVersion: 1, agentCapabilities: { mcpCapabilities: { http: true } } },
      'session/new': { sessionId: 's-1' },
      'session/prompt': { stopReason: 'end_turn' },
    }
    const talk = (talking = converse(
      {
        say(line) {
          const { id, method = '' } = line as Said
          said.push(line as Said)
          const answer = special(method, said) ?? answers[method]
          if (id === undefined || answer === undefined || answer === 'silence') return
          const { before = [], error, ...result } = answer as { before?: Json[]; error?: Json }
          setImmediate(() => {
            for (const update of before) talk.take({ jsonrpc: '2.0', method: 'session/update', params: update })
            talk.take({ jsonrpc: '2.0', id, ...(error === undefined ? { result } : { error }) })
          })
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
        auth: undefined,
        textFor: ({ begins }) => `the task, ${begins}`,
        tool: { url: 'http://127.0.0.1:1/', token: 't' },
        servers: {},
        missing: () => Promise.resolve((missing[asked++] ?? []).map((one) => raw(one))),
        onAgain: () => undefined,
        ...more,
      },
    ))
  })
  const prompts = said.filter(({ method }) => method === 'session/prompt').map(({ params }) => JSON.stringify(params))
  const methods = said.flatMap(({ method }) => method ?? [])
  return { said, heard, told, prompts, methods, take: (line: Json) => talking?.take(line) }
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
    const { prompts, told, heard } = await conversation({}, [['did not answer'], ['still none']])
    expect(prompts).toHaveLength(2)
    expect(prompts[1]).toContain('did not answer')
    expect(prompts[1]).toContain('s-1')
    expect(told).toEqual([{ kind: 'asked-again', errors: ['did not answer'] }])
    expect(heard.filter(({ type }) => type === 'finished')).toHaveLength(1)
  })

  it('F-19 lets an agent say what it likes after its end', async () => {
    const { take, heard } = await conversation({}, [])
    await new Promise((resolve) => setTimeout(resolve, 20))
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'late' } }
    expect(() => take({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's-1', update } })).not.toThrow()
    expect(heard.at(-1)?.type).toBe('finished')
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

describe('an agent over ACP that asks for a login', { timeout: 20_000 }, () => {
  const key = { id: 'api-key', name: 'API Key', _meta: { 'api-key': {} } }
  const asking =
    (...authMethods: Json[]) =>
    (method: string, said: readonly Said[]): Answer | undefined => {
      if (method === 'initialize') return { protocolVersion: 1, authMethods }
      if (method === 'authenticate') return {}
      const isIn = said.some((one) => one.method === 'authenticate')
      if (method === 'session/new' && !isIn) return { error: { code: -32_000, message: 'Authentication required' } }
      return undefined
    }

  it('gets the one that needs nobody, and then a session', async () => {
    const { methods, said, heard } = await conversation({}, [], asking(key, { id: 'chat', name: 'Chat' }))
    expect(methods.slice(0, 4)).toEqual(['initialize', 'session/new', 'authenticate', 'session/new'])
    expect(said[2]?.params).toEqual({ methodId: 'api-key' })
    expect(heard.at(-1)).toMatchObject({ type: 'finished' })
  })

  it('gets the configured one before it asks', async () => {
    const auth = { method: 'chat', by: 'configuration' } as const
    const { methods, said } = await conversation({ auth }, [], asking(key, { id: 'chat', name: 'Chat' }))
    expect(methods.slice(0, 3)).toEqual(['initialize', 'authenticate', 'session/new'])
    expect(said[1]?.params).toEqual({ methodId: 'chat' })
  })

  it('is not logged in where only a person could choose or do it', async () => {
    const several = await conversation({}, [], asking({ id: 'one', name: 'One' }, { id: 'two', name: 'Two' }))
    expect(several.methods).not.toContain('authenticate')
    expect(several.heard).toEqual([
      expect.objectContaining({
        type: 'failed',
        kind: 'auth',
        message: expect.stringContaining('one (One), two (Two)') as string,
      }),
    ])
    const terminal = await conversation({}, [], asking({ id: 'login', name: 'Login', type: 'terminal' }))
    expect(terminal.methods).not.toContain('authenticate')
    expect(terminal.heard[0]).toMatchObject({ type: 'failed', kind: 'auth' })
  })

  it('is asked for no login where it has one', async () => {
    const offering = (method: string): Answer | undefined =>
      method === 'initialize' ? { protocolVersion: 1, authMethods: [key] } : undefined
    expect((await conversation({}, [], offering)).methods).not.toContain('authenticate')
  })

  it('that does not take the login failed of that', async () => {
    const special = asking(key)
    const refusing = (method: string, said: readonly Said[]): Answer | undefined =>
      method === 'authenticate' ? { error: { code: -32_603, message: 'no such key' } } : special(method, said)
    const { heard } = await conversation({}, [], refusing)
    expect(heard[0]).toMatchObject({ kind: 'auth', message: 'api-key: no such key' })
  })

  it.each(['initialize', 'authenticate', 'session/new'])(
    'F-19 that never answers %s is ended for that',
    async (silent) => {
      const special = asking(key)
      const { heard } = await conversation({ longestMs: 50 }, [], (method, said) =>
        method === silent ? 'silence' : special(method, said),
      )
      expect(heard).toEqual([expect.objectContaining({ type: 'failed', kind: 'unready' })])
      expect(heard[0]).toMatchObject({ message: `it did not answer ${silent} within 0 s` })
    },
  )
})

describe('a session over ACP that was lost', { timeout: 20_000 }, () => {
  const lost = { task: { ...agentTaskOf(), resume: 's-0' } }
  const text = (said: string): Json => ({
    sessionId: 's-0',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: said } },
  })
  const offering =
    (agentCapabilities: Json, more: Readonly<Record<string, Answer>>) =>
    (method: string): Answer | undefined =>
      method === 'initialize' ? { protocolVersion: 1, agentCapabilities } : more[method]

  it('U-21 is resumed where the agent offers that', async () => {
    const special = offering({ loadSession: true, sessionCapabilities: { resume: {} } }, { 'session/resume': {} })
    const { methods, said, heard, prompts } = await conversation(lost, [], special)
    expect(methods.slice(0, 3)).toEqual(['initialize', 'session/resume', 'session/prompt'])
    expect(said[1]?.params).toMatchObject({ sessionId: 's-0', cwd: '/tree' })
    expect(heard[0]).toEqual({ type: 'started', session: 's-0' })
    expect(prompts[0]).toContain('where it was')
  })

  it('U-21 is loaded where that is all it offers, and its past is neither heard nor said again', async () => {
    const replayed = { before: [text('an old answer')] }
    const special = offering(
      { loadSession: true },
      { 'session/load': replayed, 'session/prompt': { before: [text('a new one')], stopReason: 'end_turn' } },
    )
    const { methods, heard } = await conversation(lost, [], special)
    expect(methods).toContain('session/load')
    expect(heard).toEqual([
      { type: 'started', session: 's-0' },
      { type: 'text', text: 'a new one' },
      { type: 'finished', text: 'a new one' },
    ])
  })

  it('is begun anew where the agent has lost it too, or offers neither', async () => {
    const gone = offering(
      { loadSession: true },
      { 'session/load': { error: { code: -32_602, message: 'no such session' } } },
    )
    const begun = await conversation(lost, [], gone)
    expect(begun.methods.slice(0, 3)).toEqual(['initialize', 'session/load', 'session/new'])
    expect(begun.prompts[0]).toContain('anew')
    expect((await conversation(lost, [])).methods.slice(0, 2)).toEqual(['initialize', 'session/new'])
  })
})
