/**
 * Lines of a byte stream, framed on 0x0A and nothing else (F-24). Node's `readline` also splits on U+2028 and U+2029,
 * which are plain characters inside a JSON string.
 *
 * 1. The same bytes give the same lines, however they are cut into chunks: bytes are decoded only when their line is
 *    complete, and 0x0A is never part of another character.
 * 2. A line keeps at most `maxBytes`; the rest is counted and dropped.
 * 3. Invalid bytes become U+FFFD; a BOM counts only at the start of the stream; one CR before the LF belongs to it.
 */

export interface Line {
  readonly text: string
  /** Bytes between the line feeds, dropped ones included. */
  readonly bytes: number
  readonly isTruncated: boolean
}

export interface LineReader {
  write(chunk: Uint8Array): void
  /** The stream has ended: the rest after the last line feed is a line too. */
  end(): void
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const bom = Buffer.from([0xef, 0xbb, 0xbf])

export const defaultLineBytes = 1024 * 1024

export function createLineReader(onLine: (line: Line) => void, maxBytes: number = defaultLineBytes): LineReader {
  let held = Buffer.alloc(1024)
  let kept = 0
  let bytes = 0
  let isFirst = true

  function hold(part: Uint8Array): void {
    bytes += part.length
    const fits = part.subarray(0, maxBytes - kept)
    if (kept + fits.length > held.length) {
      const larger = Buffer.alloc(Math.min(maxBytes, Math.max(held.length * 2, kept + fits.length)))
      larger.set(held.subarray(0, kept))
      held = larger
    }
    held.set(fits, kept)
    kept += fits.length
  }

  function flush(): void {
    const isTruncated = bytes > kept
    const whole = held.subarray(isFirst && held.subarray(0, kept).indexOf(bom) === 0 ? bom.length : 0, kept)
    const text = decoder.decode(!isTruncated && whole.at(-1) === 0x0d ? whole.subarray(0, -1) : whole)
    const line = { text, bytes, isTruncated }
    isFirst = false
    kept = 0
    bytes = 0
    // Frees the memory of one giant line before the end of the stream.
    if (held.length > 64 * 1024) held = Buffer.alloc(1024)
    onLine(line)
  }

  return {
    write(chunk) {
      let from = 0
      for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, from)) {
        hold(chunk.subarray(from, at))
        flush()
        from = at + 1
      }
      hold(chunk.subarray(from))
    },
    end() {
      if (bytes > 0) flush()
    },
  }
}
