/**
 * A provider without a model (section "fake LLM" of docs/fake-llm.md): speaks four wire formats on loopback and answers by script.
 *
 * 1. Which step a request gets depends on the request alone; the only counter is that of faults used up.
 * 2. It reports what it has served: figures as they were sent on the wire, not as they were scripted.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseJson } from '#model/parse-json.ts'
import { failed, success, type Result } from '#model/result.ts'
import { answerOf, estimate } from './answer.ts'
import { readAsked, type FakeRequestBody } from './asked.ts'
import { chooseStep, type StepChoice } from './choose.ts'
import type { Fault, Script } from './script.ts'
import { send } from './send.ts'
import { createBooks, type Books, type Served, type ServedBook } from './served.ts'
import { anthropic } from './wire-anthropic.ts'
import { chat } from './wire-chat.ts'
import { gemini } from './wire-gemini.ts'
import { responses } from './wire-responses.ts'
import type { StatusFault, WireFormat } from './wire.ts'
import { listen, readBody, sendJson } from '#adapters/meter/listening.ts'
import { routeOf, workerOf, type Route, type Wire } from '#adapters/meter/routes.ts'

export interface FakeRequest {
  /** 0 or absent: a free one. */
  readonly port?: number
  readonly script?: Script
  /** When given, requests with another key are refused. */
  readonly key?: string
  /** Tokens that a request may have; a longer one is refused as its provider would. */
  readonly window?: number
  readonly onServed?: (served: Served) => void
}

export interface FakeLlm {
  readonly port: number
  readonly url: string
  readonly served: () => ServedBook
  close(): Promise<void>
}

const formats: Readonly<Record<Wire, WireFormat>> = { anthropic, responses, chat, gemini }
const maxBodyBytes = 64 * 1024 * 1024

export async function startFakeLlm(request: FakeRequest = {}): Promise<Result<FakeLlm, string>> {
  const state: State = { request, books: createBooks(), used: new Map(), newId: idsOf(randomBytes(4).toString('hex')) }
  const listening = await listen(request.port ?? 0, (incoming, response) => handle(state, incoming, response))
  if (!listening.ok) return failed(listening.failure)
  return success({ ...listening.value, served: () => state.books.read() })
}

interface State {
  readonly request: FakeRequest
  readonly books: Books
  /** How many faults of a step are used up. */
  readonly used: Map<string, number>
  readonly newId: () => string
}

function idsOf(prefix: string): () => string {
  let count = 0
  return () => `${prefix}${(count += 1)}`
}

async function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (pathname === '/fake/served') return sendJson(response, { status: 200, body: state.books.read() })
  if (request.method === 'HEAD' || pathname === '/') return void response.writeHead(200).end()
  const route = routeOf(request.method ?? 'GET', pathname)
  const body = await readBody(request, maxBodyBytes)
  if (!body.ok) return refuse(response, 'chat', { status: 413, message: 'the request is too large or was cut off' })
  if (route === undefined)
    return refuse(response, 'chat', { status: 404, message: `nothing is served at ${request.method} ${pathname}` })
  if (!hasKey(state.request.key, request))
    return refuse(response, 'wire' in route ? route.wire : 'chat', { status: 401, message: 'the key is wrong' })
  if (route.to === 'models' || route.to === 'model') return sendModels(response, route)
  const parsed = parseJson(body.value.toString('utf8'))
  if (parsed === undefined) return refuse(response, route.wire, { status: 400, message: 'the body is no JSON' })
  if (route.to === 'count') return sendCount(response, route.wire, body.value.length)
  const asked = readAsked(route.wire, parsed)
  if (asked === undefined)
    return refuse(response, route.wire, { status: 400, message: `the body is no request of ${route.wire}` })
  const { model = asked.model, isStream = asked.isStream } = route
  const tokens = estimate(body.value.length)
  const asking = { asked: { ...asked, model, isStream }, wire: route.wire, worker: workerOf(pathname), tokens }
  await answer(state, response, asking)
}

interface Asking {
  readonly asked: FakeRequestBody
  readonly wire: Wire
  readonly worker: string
  readonly tokens: number
}

async function answer(state: State, response: ServerResponse, asking: Asking): Promise<void> {
  const { asked, wire, worker } = asking
  const chosen = chooseStep({ asked, worker }, state.request.script)
  if (!chosen.ok) return refuse(response, wire, { status: 400, message: chosen.failure })
  const { id, turn, step } = chosen.value
  const left = new AbortController()
  response.once('close', () => left.abort())
  const fault = tooLong(asking, state.request.window) ?? takeFault(state.used, chosen.value, worker)
  if (fault === undefined)
    for (const [name, value] of Object.entries(step?.headers ?? {})) response.setHeader(name, value)
  const sent = await send(response, {
    format: formats[wire],
    answer: answerOf(asked, chosen.value, state.newId),
    isStream: asked.isStream,
    fault,
    pace: step ?? {},
    signal: left.signal,
  })
  const served = state.books.enter({ wire, worker, model: asked.model, rule: id, turn, ...sent })
  state.request.onServed?.(served)
}

/** In the provider's own form. */
function tooLong({ wire, tokens }: Asking, window: number | undefined): Fault | undefined {
  if (window === undefined || tokens <= window) return undefined
  switch (wire) {
    case 'anthropic':
      return { status: 400, message: `prompt is too long: ${tokens} tokens > ${window} maximum` }
    case 'gemini':
      return {
        status: 400,
        message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`,
      }
    case 'chat':
    case 'responses':
      return { status: 400, type: 'context_length_exceeded' }
  }
}

/** One entry per request, until none is left. */
function takeFault(used: Map<string, number>, { id, turn, step }: StepChoice, worker: string): Fault | undefined {
  if (step?.fail === undefined) return undefined
  const key = JSON.stringify([worker, id, turn])
  const count = used.get(key) ?? 0
  if (count < step.fail.length) used.set(key, count + 1)
  return step.fail[count]
}

function hasKey(key: string | undefined, { headers, url }: IncomingMessage): boolean {
  if (key === undefined) return true
  const given = [
    headers['x-api-key'],
    headers['x-goog-api-key'],
    headers.authorization?.replace(/^Bearer /i, ''),
    new URL(url ?? '/', 'http://127.0.0.1').searchParams.get('key'),
  ]
  return given.includes(key)
}

function refuse(response: ServerResponse, wire: Wire, fault: StatusFault): void {
  sendJson(response, { status: fault.status, body: formats[wire].error(fault) })
}

function sendCount(response: ServerResponse, wire: 'anthropic' | 'gemini', bytes: number): void {
  const count = estimate(bytes)
  sendJson(response, { status: 200, body: wire === 'anthropic' ? { input_tokens: count } : { totalTokens: count } })
}

const models = ['claude-sonnet-4-5', 'claude-haiku-4-5', 'gpt-5.5', 'gpt-4.1', 'gemini-2.5-pro', 'fake-model']

/** One body in which clients of all wire formats find their own field names. */
function sendModels(response: ServerResponse, route: Extract<Route, { to: 'models' | 'model' }>): void {
  const shown = (id: string): object => ({
    id,
    object: 'model',
    type: 'model',
    display_name: id,
    created: 1_700_000_000,
    created_at: '2023-11-14T22:13:20Z',
    owned_by: 'fake',
    name: `models/${id}`,
    displayName: id,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
    inputTokenLimit: 200_000,
    outputTokenLimit: 64_000,
  })
  if (route.to === 'model') return sendJson(response, { status: 200, body: shown(route.model) })
  const data = models.map(shown)
  const body = { object: 'list', data, models: data, has_more: false, first_id: models[0], last_id: models.at(-1) }
  sendJson(response, { status: 200, body })
}
