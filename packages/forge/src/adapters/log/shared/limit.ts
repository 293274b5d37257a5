/** How large one value of the log may be; larger things are blobs by hash. */
import type { LogStop } from '#engine/ports.ts'
import { say } from '#messages/said.ts'
import { journalBytes as MAX_BYTES } from '#model/bounds.ts'

export function tooLarge(texts: readonly string[]): LogStop | undefined {
  for (const text of texts) {
    // A UTF-16 unit is at most three bytes of UTF-8, so most texts need no counting.
    const bytes = text.length * 3 <= MAX_BYTES ? 0 : Buffer.byteLength(text)
    if (bytes > MAX_BYTES) return { why: 'too-large', detail: say('journal.valueTooLarge', { bytes, most: MAX_BYTES }) }
  }
  return undefined
}
