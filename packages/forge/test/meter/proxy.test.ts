import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import {
  startMeteringProxy,
  upstreamOf,
  type MeterEndpoint,
  type EndpointRequest,
  type MeteringProxy,
  sumOf,
  type Tally,
} from '#adapters/meter/index.ts'
import { ask, askingOf, contentOf, figuresOf, wires, withFake, type Wire } from './fake.ts'

const tools = [{ name: 'bash', properties: ['command'] }]
const directive = (steps: readonly object[]): string => `FAKE:${JSON.stringify({ id: 'x', steps })}ENDFAKE`
const dialectOf = (wire: Wire) => (wire === 'anthropic' || wire === 'gemini' ? wire : ('openai' as const))
const keyed = ({ key }: MeterEndpoint) => ({ 'x-api-key': key })

async function withProxy(body: (proxy: MeteringProxy) => Promise<void>): Promise<void> {
  const proxy = await startMeteringProxy()
  if (!proxy.ok) throw new Error(proxy.failure)
  try {
    await body(proxy.value)
  } finally {
    await proxy.value.close()
  }
}

/** A door to a fake provider that wants the real key. */
function withDoor(
  wire: Wire,
  more: Partial<EndpointRequest>,
  body: (
    door: MeterEndpoint,
    fake: Parameters<Parameters<typeof withFake>[1]>[0],
    proxy: MeteringProxy,
  ) => Promise<void>,
): Promise<void> {
  return withFake({ key: 'real-secret' }, (fake) =>
    withProxy((proxy) => {
      const upstream = upstreamOf(dialectOf(wire), fake.url)
      const secret = { key: 'real-secret', header: 'x-api-key' as const }
      return body(proxy.open({ upstream, secret, ...more }), fake, proxy)
    }),
  )
}

/** A provider of the test's own. */
async function withUpstream(listener: RequestListener, body: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe.each(wires)('the metering proxy passes %s through', (wire) => {
  it.each(['stream', 'whole'] as const)('U-21 every token that was served is in the books (%s)', (how) =>
    withDoor(wire, { costOf: (_, { outputTokens }) => outputTokens * 3 }, async (door, fake) => {
      const usage = { input: 70, output: 9, cacheRead: 30 }
      const prompt = directive([
        { text: 'So, a sentence that takes more than one part of a stream.', bash: 'ls', usage },
      ])
      const got = await ask(door.baseUrl, wire, { prompt, tools, how }, keyed(door))
      expect(got.status).toBe(200)
      expect(contentOf(wire, got).calls).toEqual([{ name: 'bash', input: { command: 'ls' } }])
      expect(figuresOf(wire, got)).toEqual({ input: 70, output: 9, cached: 30 })
      await ask(door.baseUrl, wire, { prompt, tools, how, before: 1 }, keyed(door))
      const { requests, tokens } = fake.served().total
      expect(door.tally()).toMatchObject({ requests, tokens, unread: 0, unpriced: 0, trouble: undefined })
      expect(requests).toBe(2)
      expect(door.tally().costMicros).toBe(tokens.outputTokens * 3)
    }),
  )

  it('T-1 a door opens with its own key alone, only while it is open, and only to what models are asked by', () =>
    withDoor(wire, {}, async (door, fake, proxy) => {
      const other = proxy.open({ upstream: fake.url })
      const talk = { prompt: 'hello' }
      for (const key of ['', 'real-secret', other.key])
        expect((await ask(door.baseUrl, wire, talk, { 'x-api-key': key })).status).toBe(401)
      const { path, body } = askingOf(wire, talk)
      const elsewhere = await fetch(`${door.baseUrl}/v1/files`, {
        method: 'POST',
        headers: keyed(door),
        body: JSON.stringify(body),
      })
      expect(elsewhere.status).toBe(404)
      expect(fake.served().total.requests).toBe(0)
      for (const header of ['x-api-key', 'x-goog-api-key', 'authorization']) {
        const key = header === 'authorization' ? `Bearer ${door.key}` : door.key
        expect((await ask(door.baseUrl, wire, talk, { [header]: key })).status).toBe(200)
      }
      const inQuery = `${door.baseUrl}${path}${path.includes('?') ? '&' : '?'}key=${door.key}`
      expect((await fetch(inQuery, { method: 'POST', body: JSON.stringify(body) })).status).toBe(200)
      await door.close()
      expect((await ask(door.baseUrl, wire, talk, keyed(door))).status).toBe(401)
      expect(fake.served().total.requests).toBe(4)
    }))

  it('I-32 a limit comes through with its headers and is noticed with its wait; then the work goes on', () =>
    withDoor(wire, {}, async (door) => {
      const fail = [{ status: 429, headers: { 'retry-after': '7' } }]
      const talk = { prompt: directive([{ text: 'ok', fail }]), tools }
      const limited = await ask(door.baseUrl, wire, talk, keyed(door))
      expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
      expect(door.tally()).toMatchObject({
        requests: 1,
        limited: 1,
        trouble: { kind: 'refused', status: 429, limit: 'rate', retryAfterMs: 7000 },
      })
      expect((await ask(door.baseUrl, wire, talk, keyed(door))).status).toBe(200)
      expect(door.tally()).toMatchObject({ requests: 2, limited: 1, trouble: undefined })
    }))

  it('U-05 once too little is left nothing goes out any more, and the agent is told why', () => {
    let left = 1000
    const allowance = () => ({ tokens: left })
    const onTally = ({ tokens }: Tally): void => void (left = 1000 - sumOf(tokens))
    return withDoor(wire, { allowance, onTally }, async (door, fake) => {
      const step = { text: 'ok', usage: { input: 480, output: 1 } }
      const talk = { prompt: directive([step]), tools }
      const statuses: number[] = []
      for (const _ of [1, 2, 3]) statuses.push((await ask(door.baseUrl, wire, talk, keyed(door))).status)
      expect(statuses).toEqual([200, 200, 400])
      const { status, text: said } = await ask(door.baseUrl, wire, talk, keyed(door))
      expect([status, said]).toEqual([400, expect.stringContaining('38 tokens of what the run may use')])
      expect(fake.served().total.requests).toBe(2)
      expect(door.tally()).toMatchObject({ requests: 2, cutOff: 2, cutOffBy: 'tokens' })
    })
  })

  it('I-40 a provider that sends nothing is given up: before its answer with an error, inside it by a cut', () =>
    withDoor(wire, { silenceMs: 150 }, async (door) => {
      const fail = [{ hang: 20_000 }, { stall: 20_000 }]
      const talk = { prompt: directive([{ text: 'a sentence that is long enough to be cut in two', fail }]), tools }
      const silent = await ask(door.baseUrl, wire, talk, keyed(door))
      expect([silent.status, silent.text]).toEqual([504, expect.stringContaining('did not answer in time')])
      await expect(ask(door.baseUrl, wire, talk, keyed(door))).rejects.toThrow()
      expect(door.tally()).toMatchObject({ requests: 2, hangs: 2, trouble: { kind: 'hang' } })
    }))

  it('U-21 an answer that breaks off is in the books with what it had told', () =>
    withDoor(wire, {}, async (door, fake) => {
      const fail = [{ truncate: true }, { drop: true }, { sseError: true }]
      const step = { text: 'a sentence that is long enough to be cut in two', fail, usage: { input: 50, output: 20 } }
      const talk = { prompt: directive([step]), tools }
      await expect(ask(door.baseUrl, wire, talk, keyed(door))).rejects.toThrow()
      expect(door.tally().trouble).toMatchObject({ kind: 'stream' })
      expect((await ask(door.baseUrl, wire, talk, keyed(door))).status).toBe(502)
      expect(door.tally().trouble).toMatchObject({ kind: 'connection' })
      await ask(door.baseUrl, wire, talk, keyed(door))
      expect(door.tally().trouble).toMatchObject({ kind: 'stream', text: expect.stringContaining('inside the stream') })
      expect(door.tally()).toMatchObject(fake.served().total)
    }))

  it('U-21 closing a door ends what is under way, and its books have it', () =>
    withDoor(wire, {}, async (door, fake) => {
      const step = {
        text: 'word after word after word after word '.repeat(20),
        slow: 50,
        usage: { input: 5, output: 9 },
      }
      const asked = ask(door.baseUrl, wire, { prompt: directive([step]), tools }, keyed(door))
      await sleep(300)
      const [, closed] = await Promise.all([expect(asked).rejects.toThrow(), door.close()])
      await vi.waitFor(() => expect(fake.served().total.requests).toBe(1))
      expect(closed).toMatchObject(fake.served().total)
    }))

  it('U-21 whoever asks and is gone before the answer comes has been served all the same: it is heard out', () =>
    withDoor(wire, {}, async (door, fake) => {
      const step = { text: 'late', delay: 400, usage: { input: 50, output: 9 } }
      const asked = ask(door.baseUrl, wire, { prompt: directive([step]), tools }, keyed(door))
      await sleep(100)
      const [, closed] = await Promise.all([expect(asked).rejects.toThrow(), door.close()])
      expect(fake.served().total).toMatchObject({ requests: 1, tokens: { inputTokens: 50, outputTokens: 9 } })
      expect(closed).toMatchObject(fake.served().total)
    }))
})

describe('what providers mean', () => {
  const cases: [string, Wire, object, object][] = [
    ['overloaded', 'anthropic', { status: 529 }, { limit: 'rate' }],
    ['no credit', 'anthropic', { status: 402 }, { limit: 'quota' }],
    ['no quota', 'responses', { status: 429, type: 'insufficient_quota' }, { limit: 'quota' }],
    ['milliseconds', 'chat', { status: 429, headers: { 'retry-after-ms': '250' } }, { retryAfterMs: 250 }],
    [
      'a wait in the details',
      'gemini',
      { status: 429, details: [{ '@type': 'x' }, { retryDelay: '12.5s' }] },
      { retryAfterMs: 12_500 },
    ],
    ["a client's mistake", 'chat', { status: 400 }, { limit: undefined, status: 400 }],
  ]
  it.each(cases)('I-32 %s (%s)', (_, wire, fault, meant) =>
    withDoor(wire, {}, async (door) => {
      await ask(door.baseUrl, wire, { prompt: directive([{ fail: [fault] }]), tools }, keyed(door))
      expect(door.tally().trouble).toMatchObject({ kind: 'refused', ...meant })
    }),
  )

  it('I-32 a date to wait for', () =>
    withDoor('chat', {}, async (door) => {
      const at = new Date(Date.now() + 60_000).toUTCString()
      const fail = [{ status: 429, headers: { 'retry-after': at } }]
      await ask(door.baseUrl, 'chat', { prompt: directive([{ fail }]), tools }, keyed(door))
      const { trouble } = door.tally()
      expect(trouble?.kind === 'refused' ? trouble.retryAfterMs : 0).toBeGreaterThan(30_000)
    }))
})

it('T-1 the provider gets the real key, never the one of the door; chat streams are asked for their figures', async () => {
  const seen: { headers: IncomingMessage['headers']; url: string | undefined; body: string }[] = []
  const upstream: RequestListener = (request, response) => {
    const told = async (): Promise<void> => {
      seen.push({ headers: request.headers, url: request.url, body: await text(request) })
      response.end('{}')
    }
    void told()
  }
  await withUpstream(upstream, (url) =>
    withProxy(async (proxy) => {
      const door = proxy.open({
        upstream: `${url}/some/place/v1`,
        secret: { key: 'real-secret', header: 'authorization' },
      })
      const keys = { authorization: `Bearer ${door.key}`, 'x-api-key': door.key, 'x-goog-api-key': door.key }
      const headers = { ...keys, 'accept-encoding': 'gzip', 'x-own': 'kept' }
      await fetch(`${door.baseUrl}/v1/chat/completions?key=${door.key}&a=b`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model: 'm', stream: true, stream_options: { other: 1 } }),
      })
    }),
  )
  const [only] = seen
  expect(only?.url).toBe('/some/place/v1/chat/completions?a=b')
  expect(only?.headers).toMatchObject({
    authorization: 'Bearer real-secret',
    'accept-encoding': 'identity',
    'x-own': 'kept',
  })
  expect(JSON.parse(only?.body ?? '')).toMatchObject({ stream_options: { other: 1, include_usage: true } })
  expect(JSON.stringify(seen)).not.toContain('forge-')
})

it('I-34 an answer without end passes at its own pace and is not kept', async () => {
  const mebibytes = 320
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  const flood: RequestListener = (request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let left = mebibytes
    const pour = (): void => {
      while (left > 0) {
        left -= 1
        if (!response.write(chunk)) return void response.once('drain', pour)
      }
      response.end('\n\ndata: {"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n')
    }
    pour()
  }
  await withUpstream(flood, (url) =>
    withProxy(async (proxy) => {
      const door = proxy.open({ upstream: url })
      const before = process.memoryUsage().arrayBuffers
      const response = await fetch(`${door.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: keyed(door),
        body: '{}',
      })
      let bytes = 0
      let peak = 0
      for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
        bytes += part.length
        peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)
      }
      expect(bytes).toBeGreaterThan(mebibytes * 1024 * 1024)
      // Client, proxy and provider share this process, and the collector takes its time; all of it kept would be much more than this.
      expect(peak).toBeLessThan(220 * 1024 * 1024)
      expect(door.tally()).toMatchObject({ requests: 1, tokens: { inputTokens: 3, outputTokens: 4 } })
    }),
  )
})
