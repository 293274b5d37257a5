/**
 * The metering proxy: one server on loopback, one door per attempt. An agent gets its door as base URL with a key that is
 * worth nothing elsewhere; the provider's key never enters the agent's environment (T-1).
 *
 * 1. A door opens only with its own path and its own key, and only to what models are asked by: answers, counts, lists.
 * 2. Every request is in the books of its door exactly once, however it ended (U-21).
 * 3. Once the reservation is spent, requests are refused here and none goes out (U-05).
 * 4. Answers pass through unbuffered; memory is bounded per request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { failed, success, type Result } from '#model/result.ts'
import { opens, openDoor, shut, type Door, type DoorRequest, type Opened } from './door.ts'
import { forward } from './forward.ts'
import { listen, readBody, sendJson } from './listening.ts'
import { errorBody } from './refusing.ts'
import { routeOf, type Wire } from './routes.ts'
import { addRequest, spentBy } from './tally.ts'
import { withFigures } from './with-figures.ts'

export interface MeteringProxy {
  open(request: DoorRequest): Door
  close(): Promise<void>
}

const maxBodyBytes = 64 * 1024 * 1024

export async function startMeteringProxy(): Promise<Result<MeteringProxy, string>> {
  const doors = new Map<string, Opened>()
  const listening = await listen(0, (request, response) => handle(doors, request, response))
  if (!listening.ok) return failed(listening.failure)
  const { url } = listening.value
  listening.value.release()
  return success({
    open(request) {
      const door = openDoor(request)
      doors.set(door.id, door)
      return {
        baseUrl: `${url}/a/${door.id}`,
        key: door.key,
        tally: () => door.tally,
        lastSign: () => door.lastSign,
        close() {
          doors.delete(door.id)
          return shut(door)
        },
      }
    },
    async close() {
      await Promise.all([...doors.values()].map(shut))
      doors.clear()
      await listening.value.close()
    },
  })
}

async function handle(
  doors: ReadonlyMap<string, Opened>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
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
  const spent = route.to === 'generate' ? spentBy(door.tally, door.request.reservation?.()) : undefined
  if (spent !== undefined) {
    door.tally = { ...door.tally, cutOff: door.tally.cutOff + 1 }
    door.request.onTally?.(door.tally)
    return refuse(400, 'invalid_request_error', `what was reserved for this attempt is spent: ${spent}`)
  }
  const body = await readBody(request, maxBodyBytes)
  if (!body.ok) return refuse(413, 'request_too_large', 'the request is too large or was cut off')
  searchParams.delete('key')
  const query = searchParams.size === 0 ? '' : `?${searchParams.toString()}`
  const passed = pass(door, request, response, {
    wire: route.to === 'generate' ? wire : undefined,
    path: `${rest.replace(/^\/v\d\w*(?=\/)/, '')}${query}`,
    body: wire === 'chat' ? withFigures(body.value) : body.value,
  })
  door.unbooked.add(passed)
  await passed.finally(() => door.unbooked.delete(passed))
}

interface Passing {
  /** Undefined: nothing is used by it. */
  readonly wire: Wire | undefined
  readonly path: string
  readonly body: Buffer
}

async function pass(door: Opened, request: IncomingMessage, response: ServerResponse, passing: Passing): Promise<void> {
  const counted = await forward(request, response, { door, ...passing })
  if (passing.wire === undefined) return
  door.tally = addRequest(door.tally, counted, door.request.costOf)
  door.request.onTally?.(door.tally)
}
