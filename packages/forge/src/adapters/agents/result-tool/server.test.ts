/** The result tool as an agent uses it, and as a stranger might try to. */
import { afterEach, describe, expect, it } from 'vitest'
import { raw, type Said } from '#messages/said.ts'
import type { Json } from '#model/json.ts'
import { openResultTool, type ResultTool } from './server.ts'

const schema: Json = { type: 'object', properties: { nonce: { const: 'n' } } }
const check = (answer: Json): Said[] =>
  (answer as { nonce?: string }).nonce === 'n' ? [] : [raw('nonce: is not the one of this attempt')]

let tool: ResultTool | undefined
afterEach(async () => {
  await tool?.close()
  tool = undefined
})

async function open(): Promise<ResultTool> {
  tool = await openResultTool(schema, check)
  return tool
}

interface Sending {
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
  readonly body?: string
}

async function send({ url, token }: ResultTool, message: Json, sending: Sending = {}) {
  const response = await fetch(url, {
    method: sending.method ?? 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...sending.headers },
    ...(sending.method === 'GET' ? {} : { body: sending.body ?? JSON.stringify(message) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

const request = (method: string, params: Json = {}): Json => ({ jsonrpc: '2.0', id: 1, method, params })
const call = (answer: Json): Json => request('tools/call', { name: 'forge_result', arguments: answer })

describe('the result tool', () => {
  it('says hello in the version of the agent, and offers one tool with the schema of the attempt', async () => {
    const server = await open()
    const hello = await send(server, request('initialize', { protocolVersion: '2024-11-05' }))
    expect(hello.body).toMatchObject({ result: { protocolVersion: '2024-11-05', capabilities: { tools: {} } } })
    expect(await send(server, { jsonrpc: '2.0', method: 'notifications/initialized' })).toEqual({ status: 202 })
    const { body } = await send(server, request('tools/list'))
    expect(body).toMatchObject({ result: { tools: [{ name: 'forge_result', inputSchema: schema }] } })
  })

  it('I-21 takes an answer that fits, and tells the agent what is wrong with one that does not', async () => {
    const server = await open()
    const wrong = await send(server, call({ nonce: 'forged' }))
    expect(wrong.body).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringMatching(/nonce: is not/) as unknown }] },
    })
    expect(server.handed()).toMatchObject({ found: 'refused', error: expect.saying('nonce') })
    expect((await send(server, call({ nonce: 'n', status: 'done' }))).body).toMatchObject({
      result: { isError: false },
    })
    expect(server.handed()).toEqual({ found: 'one', answer: { nonce: 'n', status: 'done' } })
  })

  it('F-26 the same answer twice is one, and the agent is told that it came before', async () => {
    const server = await open()
    await send(server, call({ nonce: 'n', status: 'done' }))
    expect((await send(server, call({ status: 'done', nonce: 'n' }))).body).toMatchObject({
      result: { isError: false, content: [{ text: expect.stringContaining('this answer before') as unknown }] },
    })
    expect(server.handed()).toEqual({ found: 'one', answer: { nonce: 'n', status: 'done' } })
  })

  it('F-26 two different answers are none: the last one does not win, and the agent is told so', async () => {
    const server = await open()
    await send(server, call({ nonce: 'n', status: 'done' }))
    expect((await send(server, call({ nonce: 'n', status: 'blocked' }))).body).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('contradict') as unknown }] },
    })
    expect(server.handed()).toEqual({ found: 'refused', error: '2 answers instead of one', isContradiction: true })
  })

  it.each<[string, number, Sending]>([
    ['no token', 401, { headers: { authorization: '' } }],
    ['a token of another attempt', 401, { headers: { authorization: 'Bearer other' } }],
    ['a page in a browser', 403, { headers: { origin: 'http://127.0.0.1' } }],
    ['a body that is no JSON', 400, { body: '{"a":' }],
    ['a body with a key twice', 400, { body: '{"a":1,"a":2}' }],
    ['a body over the limit', 413, { body: `"${'x'.repeat(9_000_000)}"` }],
    ['another method', 405, { method: 'GET' }],
  ])('T-8 %s gets %i and leaves nothing', async (_, status, sending) => {
    const server = await open()
    expect((await send(server, call({ nonce: 'n' }), sending)).status).toBe(status)
    expect(server.handed()).toEqual({ found: 'none' })
  })

  it.each([
    [request('tools/call', { name: 'other' }), -32_602],
    [request('resources/list'), -32_601],
    ['nothing', -32_600],
  ])('answers %j with its error', async (message, code) => {
    expect((await send(await open(), message)).body).toMatchObject({ error: { code } })
  })

  it('answers a batch one by one', async () => {
    const { body } = await send(await open(), [request('ping'), { jsonrpc: '2.0', method: 'x' }, request('ping')])
    expect(body).toEqual([1, 1].map((id) => ({ jsonrpc: '2.0', id, result: {} })))
  })

  it('is gone when it is closed', async () => {
    const server = await open()
    await server.close()
    await expect(send(server, request('ping'))).rejects.toThrow()
  })
})
