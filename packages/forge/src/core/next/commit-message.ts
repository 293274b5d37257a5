/**
 * Messages of Forge's commits. Text of agents and requests is on the first line or in quoted lines, so that only Forge
 * writes trailers (`model/trailers.ts` reads them).
 */
import { printableLine } from '#model/printable.ts'

export interface MessageParts {
  readonly subject: string
  /** Lines between the first one and the trailers. */
  readonly body?: readonly string[]
  /** Whole lines, such as `Forge-Merge: run-1/unit@1`. */
  readonly trailers: readonly string[]
}

export function commitMessage({ subject, body = [], trailers }: MessageParts): string {
  const quoted = body.map((text) => `- ${printableLine(text)}\n`)
  const said = quoted.length === 0 ? '' : `${quoted.join('')}\n`
  return `${printableLine(subject)}\n\n${said}${trailers.map((trailer) => `${printableLine(trailer)}\n`).join('')}`
}
