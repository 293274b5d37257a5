/** Reads output to its end even if no caller wants it, so that no child blocks on a full pipe (I-34). */
import type { Readable } from 'node:stream'

export interface Drain {
  /** Every stream has ended. */
  readonly done: Promise<void>
  /** Monotonic time of the last byte, or of the start. */
  lastSign(): number
  /** Stops reading: a process that is not Forge's child still holds the other end. */
  close(): void
}

export type Tap = readonly [stream: Readable | null, take: (chunk: Uint8Array) => void]

export function drain(taps: readonly Tap[]): Drain {
  let lastSign = performance.now()
  const ends = taps.map(async ([stream, take]) => {
    if (stream === null) return
    stream.on('data', (chunk: Uint8Array) => {
      lastSign = performance.now()
      take(chunk)
    })
    stream.on('error', () => undefined)
    await new Promise((resolve) => stream.once('close', resolve))
  })
  return {
    done: Promise.all(ends).then(() => undefined),
    lastSign: () => lastSign,
    close() {
      for (const [stream] of taps) stream?.removeAllListeners('data').destroy()
    },
  }
}
