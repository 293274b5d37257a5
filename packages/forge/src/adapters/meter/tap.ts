/**
 * Reads an answer while it is forwarded. Keeps only one line of a stream, or a bounded copy of a whole body: longer
 * ones are still forwarded, and count as unread.
 */
import { createLineReader } from '#adapters/exec/index.ts'
import { parseJson } from '#model/parse-json.ts'
import { readUsage, type ReportedUsage } from './usage.ts'
import type { Wire } from './routes.ts'
import type { Tokens } from './tokens.ts'

export interface TapResult {
  readonly tokens: Partial<Tokens>
  readonly model: string | undefined
  /** An error inside the stream. */
  readonly error: string | undefined
  /** Whether there were figures. */
  readonly isRead: boolean
}

export interface ResponseTap {
  write(chunk: Uint8Array): void
  /** Can be called at any time: a stream that breaks off may already have reported usage. */
  end(): TapResult
}

const maxBytes = 16 * 1024 * 1024

/** Every line with figures or an error contains one of these; the others, nearly all, are not parsed. */
const telling = /"usage|"error"/

export function tapResponse(wire: Wire, contentType: string): ResponseTap {
  let heard: TapResult = { tokens: {}, model: undefined, error: undefined, isRead: false }
  const hear = ({ tokens, model, error }: ReportedUsage): void => {
    heard = {
      tokens: { ...heard.tokens, ...tokens },
      model: model ?? heard.model,
      error: error ?? heard.error,
      isRead: heard.isRead || tokens !== undefined,
    }
  }
  if (contentType.startsWith('text/event-stream')) {
    const lines = createLineReader(({ text, isTruncated }) => {
      if (!isTruncated && text.startsWith('data:') && telling.test(text))
        hear(readUsage(wire, parseJson(text.slice(5))))
    }, maxBytes)
    return {
      write: (chunk) => lines.write(chunk),
      end() {
        lines.end()
        return heard
      },
    }
  }
  const parts: Uint8Array[] = []
  let bytes = 0
  return {
    write(chunk) {
      bytes += chunk.length
      if (bytes <= maxBytes) parts.push(chunk)
      else parts.length = 0
    },
    end() {
      if (bytes <= maxBytes) hear(readUsage(wire, parseJson(Buffer.concat(parts).toString('utf8'))))
      parts.length = 0
      return heard
    },
  }
}
