/** Sends an answer or injects the scripted fault; resolves when the response is over, with what was really sent. */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './answer.ts'
import type { Fault, Step } from './script.ts'
import { frameText, type WireFormat } from './wire.ts'
import { sendJson } from '#adapters/meter/listening.ts'
import { noTokens, type Tokens } from '#adapters/meter/tokens.ts'
import { defined } from '#model/defined.ts'

export interface Sending {
  readonly format: WireFormat
  readonly answer: Answer
  readonly isStream: boolean
  readonly fault: Fault | undefined
  readonly pace: Pick<Step, 'delay' | 'slow'>
  /** Aborted when the client has gone or the server ends. */
  readonly signal: AbortSignal
}

export interface Sent {
  readonly status: number
  readonly how: string
  readonly tokens: Tokens
}

export async function send(response: ServerResponse, sending: Sending): Promise<Sent> {
  const { fault, signal, pace } = sending
  await pause(pace.delay ?? 0, signal)
  if (signal.aborted) return { status: 0, how: 'client left', tokens: noTokens }
  if (fault === undefined) return sendAnswer(response, sending)
  if ('status' in fault) return sendError(response, sending.format, fault)
  if ('hang' in fault) return closeAfter(response, fault.hang, { signal, how: 'hang' })
  if ('drop' in fault) return closeAfter(response, 0, { signal, how: 'drop' })
  if ('garbage' in fault) return sendGarbage(response)
  if ('sseError' in fault) return sendErrorEvent(response, sending, fault.sseError)
  return sendHalf(response, sending, 'stall' in fault ? fault.stall : 0)
}

async function sendAnswer(response: ServerResponse, sending: Sending): Promise<Sent> {
  const { format, answer, isStream, pace, signal } = sending
  if (!isStream) {
    sendJson(response, { status: 200, body: format.body(answer) })
    return { status: 200, how: 'answered', tokens: format.told(answer, 'whole') }
  }
  beginStream(response)
  for (const frame of format.frames(answer)) {
    if (!(await write(response, frameText(frame), signal)))
      return { status: 200, how: 'client left', tokens: format.told(answer, 'cut') }
    await pause(pace.slow ?? 0, signal)
  }
  response.end(format.ending)
  return { status: 200, how: 'answered', tokens: format.told(answer, 'whole') }
}

function sendError(response: ServerResponse, format: WireFormat, fault: Extract<Fault, { status: number }>): Sent {
  sendJson(response, {
    status: fault.status,
    ...defined({ headers: fault.headers }),
    body: format.error(fault),
  })
  return { status: fault.status, how: 'error', tokens: noTokens }
}

async function closeAfter(
  response: ServerResponse,
  ms: number,
  { signal, how }: { signal: AbortSignal; how: string },
): Promise<Sent> {
  await pause(ms, signal)
  response.destroy()
  return { status: 0, how, tokens: noTokens }
}

function sendGarbage(response: ServerResponse): Sent {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end('<html><body>not what you asked for {{{</body></html>')
  return { status: 200, how: 'garbage', tokens: noTokens }
}

async function sendErrorEvent(response: ServerResponse, sending: Sending, type: string | true): Promise<Sent> {
  const { format, answer, signal } = sending
  const named = type === true ? undefined : type
  if (!sending.isStream) return sendError(response, format, { status: 500, ...defined({ type: named }) })
  beginStream(response)
  const [first] = format.frames(answer)
  for (const frame of [...(first === undefined ? [] : [first]), format.errorFrame(named)])
    await write(response, frameText(frame), signal)
  response.end()
  return { status: 200, how: 'sse error', tokens: format.told(answer, 'cut') }
}

/** Half of the answer, a silence, then the connection closes. */
async function sendHalf(
  response: ServerResponse,
  { format, answer, isStream, signal }: Sending,
  ms: number,
): Promise<Sent> {
  const how = ms === 0 ? 'truncate' : 'stall'
  if (isStream) {
    beginStream(response)
    const frames = format.frames(answer)
    for (const frame of frames.slice(0, Math.ceil(frames.length / 2))) await write(response, frameText(frame), signal)
  } else {
    const text = JSON.stringify(format.body(answer))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    await write(response, text.slice(0, text.length / 2), signal)
  }
  await pause(ms, signal)
  response.destroy()
  return { status: 200, how, tokens: isStream ? format.told(answer, 'cut') : noTokens }
}

function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.flushHeaders()
}

/** Resolves when it was sent; false when the client has gone. */
async function write(response: ServerResponse, text: string, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted || response.destroyed) return false
  return new Promise((resolve) => {
    response.write(text, (error) => resolve(!error && !signal.aborted))
  })
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined)
}
