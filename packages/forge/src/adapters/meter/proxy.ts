/**
 * The metering proxy: one server on loopback, one endpoint per attempt. An agent gets its endpoint as base URL with a
 * key that is valid nowhere else; the provider's key never enters the agent's environment (T-1).
 *
 * 1. An endpoint accepts only its own path and key, and only the requests of models: answers, counts, lists.
 * 2. Every request is counted exactly once at its endpoint, however it ended (U-21).
 * 3. A request is sent if its maximum cost is allowed (`admission.ts`, U-05).
 * 4. Answers pass through unbuffered; memory is bounded per request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { failed, success, type Result } from '#model/result.ts'
import { createRunningRequests, type Admission, type RunningRequests } from './admission.ts'
import {
  opens,
  openEndpoint,
  closeEndpoint,
  type MeterEndpoint,
  type EndpointRequest,
  type OpenEndpoint,
} from './endpoint.ts'
import { forward } from './forward.ts'
import { listen, readBody, sendJson } from './listening.ts'
import { errorBody } from './refusing.ts'
import { routeOf, type Wire } from './routes.ts'
import { addCutOff, addRequest } from './attempt-usage.ts'
import { withFigures } from './with-usage.ts'

export interface MeteringProxy {
  open(request: EndpointRequest): MeterEndpoint
  close(): Promise<void>
}

const maxBodyBytes = 64 * 1024 * 1024

export async function startMeteringProxy(): Promise<Result<MeteringProxy, string>> {
  const doors = new Map<string, OpenEndpoint>()
  const outs = createRunningRequests()
  const listening = await listen(0, (request, response) => handle({ doors, outs }, request, response))
  if (!listening.ok) return failed(listening.failure)
  const { url } = listening.value
  listening.value.release()
  return success({
    open(request) {
      const door = openEndpoint(request)
      doors.set(door.id, door)
      return {
        baseUrl: `${url}/a/${door.id}`,
        key: door.key,
        tally: () => door.tally,
        lastSign: () => door.lastSign,
        close() {
          doors.delete(door.id)
          return closeEndpoint(door)
        },
      }
    },
    async close() {
      await Promise.all([...doors.values()].map(closeEndpoint))
      doors.clear()
      await listening.value.close()
    },
  })
}

interface Hall {
  readonly doors: ReadonlyMap<string, OpenEndpoint>
  readonly outs: RunningRequests
}

async function handle({ doors, outs }: Hall, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const [, id = '', rest = ''] = /^\/a\/([^/]+)(\/.*)$/.exec(pathname) ?? []
  const route = routeOf(request.method ?? 'GET', rest)
  const wire = route !== undefined && 'wire' in route ? route.wire : undefined
  const refuse = (status: number, type: string, text: string): void =>
    sendJson(response, { status, body: errorBody(wire, { status, type, text: `Forge: ${text}` }) })
  const door = doors.get(id)
  if (door === undefined || !opens(door, request))
    return refuse(
      401,
      'authentication_error',
      'this key opens nothing; the attempt that it was made for may have ended',
    )
  if (route === undefined) return refuse(404, 'not_found_error', `${request.method} ${rest} is not passed on`)
  const body = await readBody(request, maxBodyBytes)
  if (!body.ok) return refuse(413, 'request_too_large', 'the request is too large or was cut off')
  searchParams.delete('key')
  const query = searchParams.size === 0 ? '' : `?${searchParams.toString()}`
  const path = `${rest.replace(/^\/v\d\w*(?=\/)/, '')}${query}`
  if (route.to !== 'generate') return pass(door, request, response, { wire: undefined, path, body: body.value })
  const admitted = await admit(outs, door, response, { ...route, body: body.value })
  if (admitted.end === 'gone') return void response.destroy()
  if (admitted.end === 'cut-off') {
    door.tally = addCutOff(door.tally, admitted.by, admitted.unpriced)
    door.request.onTally?.(door.tally)
    return refuse(400, 'invalid_request_error', refusedWords(admitted))
  }
  const passed = pass(door, request, response, {
    wire: route.wire,
    path,
    body: route.wire === 'chat' ? withFigures(admitted.body) : admitted.body,
  }).finally(admitted.release)
  door.unbooked.add(passed)
  await passed.finally(() => door.unbooked.delete(passed))
}

/** Waiting for other requests is activity: the agent does not hang. */
const signEveryMs = 5000

async function admit(
  outs: RunningRequests,
  door: OpenEndpoint,
  response: ServerResponse,
  { wire, model, body }: { readonly wire: Wire; readonly model?: string; readonly body: Buffer },
): Promise<Admission> {
  const { allowance = () => ({}), costOf, unpriced } = door.request
  const leaving = new AbortController()
  const leave = (): void => leaving.abort()
  const signs = setInterval(() => (door.lastSign = performance.now()), signEveryMs)
  door.underWay.add(leave)
  response.once('close', leave)
  try {
    return await outs.admit({ door, wire, model, body, costOf, allowance, unpriced, gone: leaving.signal })
  } finally {
    clearInterval(signs)
    door.underWay.delete(leave)
    response.off('close', leave)
  }
}

function refusedWords({ unpriced, ...left }: Extract<Admission, { end: 'cut-off' }>): string {
  if (unpriced !== undefined) return `${unpriced} has no price, and money is limited`
  return `too little is left for this request: ${leftWords(left)}`
}

function leftWords({ by, left }: Extract<Admission, { end: 'cut-off' }>): string {
  if (by === 'tokens') return `${Math.max(0, left)} tokens of what the run may use`
  const dollars = `$${(Math.max(0, left) / 1_000_000).toFixed(4)}`
  return by === 'attempt' ? `${dollars} of what this attempt may spend` : `${dollars} of what the run may spend`
}

interface Passing {
  /** Undefined: it uses nothing. */
  readonly wire: Wire | undefined
  readonly path: string
  readonly body: Buffer
}

async function pass(
  door: OpenEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
  passing: Passing,
): Promise<void> {
  const counted = await forward(request, response, { door, ...passing })
  if (passing.wire === undefined) return
  door.tally = addRequest(door.tally, counted, door.request.costOf)
  door.request.onTally?.(door.tally)
}
