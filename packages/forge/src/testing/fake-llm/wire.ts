/** How each wire format encodes an answer: the parts of a stream, the whole body, and errors. */
import type { Answer } from './answer.ts'
import type { Fault } from './script.ts'
import type { Tokens } from '#adapters/meter/tokens.ts'

/** One server-sent event; without a name the data stands alone. */
export interface Frame {
  readonly event?: string
  readonly data: unknown
}

export type StatusFault = Extract<Fault, { status: number }>

export interface WireFormat {
  frames(answer: Answer): readonly Frame[]
  /** What closes a stream after its last frame, such as `data: [DONE]`. */
  readonly ending?: string
  body(answer: Answer): unknown
  error(fault: StatusFault): unknown
  /** An error inside a stream. */
  errorFrame(type: string | undefined): Frame
  /** The figures that a client can have read, from the whole answer or from one that was cut off. */
  told(answer: Answer, how: 'whole' | 'cut'): Tokens
}

/** A text in pieces, as a model writes it. */
export function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,48}/g) ?? []
}

export function errorText({ message, status }: StatusFault): string {
  return message ?? `a scripted error: ${status}`
}

export function frameText({ event, data }: Frame): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** Where cache writes have no figure of their own, they are input like any other. */
export function withoutCacheWrites(tokens: Tokens): Tokens {
  return { ...tokens, inputTokens: tokens.inputTokens + tokens.cacheWriteTokens, cacheWriteTokens: 0 }
}
