/** Errors of the proxy itself, in each wire format, so that every agent can show them. */
import type { Wire } from './routes.ts'

export interface Refusing {
  readonly status: number
  readonly type: string
  readonly text: string
}

export function errorBody(wire: Wire | undefined, { status, type, text }: Refusing): unknown {
  switch (wire) {
    case 'anthropic':
      return { type: 'error', error: { type, message: text } }
    case 'gemini':
      return { error: { code: status, status: 'FAILED_PRECONDITION', message: text, details: [] } }
    case 'chat':
    case 'responses':
    case undefined:
      return { error: { message: text, type, code: type, param: null } }
  }
}
