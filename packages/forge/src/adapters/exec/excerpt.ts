/** Head and tail of the output, with a marker between them that says how much is missing. */
import type { Captured } from './capture.ts'

export interface ExcerptSize {
  readonly headBytes: number
  readonly tailBytes: number
}

/** Needs a capture whose head and tail are at least as large as the requested ones. */
export function excerptOf({ bytes, head, tail }: Captured, { headBytes, tailBytes }: ExcerptSize): string {
  if (bytes <= headBytes + tailBytes && tail.length === bytes) return tail.toString('utf8')
  const first = withoutBrokenEnd(head.subarray(0, headBytes))
  const last = withoutBrokenStart(tail.subarray(Math.max(0, tail.length - tailBytes)))
  const missing = bytes - first.length - last.length
  return `${first.toString('utf8')}\n[… ${missing} of ${bytes} bytes left out …]\n${last.toString('utf8')}`
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

/** Drops the first bytes of a character that was cut; at most three, because anything more was not UTF-8. */
function withoutBrokenEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (isContinuation(byte)) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}

function withoutBrokenStart(bytes: Buffer): Buffer {
  let from = 0
  while (from < 3 && isContinuation(bytes[from])) from += 1
  return bytes.subarray(from)
}
