/**
 * Keeps a bounded part of a stream, however much a program prints (I-34, F-23).
 *
 * 1. Memory: a head and a tail of fixed size. Bytes are copied in, so a one-byte chunk does not retain its slab.
 * 2. Disk: at most the cap, in a new file that is no link (T-24).
 * 3. Every byte is counted and hashed, also those that are dropped.
 */
import { createHash } from 'node:crypto'
import { closeSync, constants, openSync, writeSync } from 'node:fs'

export interface CaptureRequest {
  readonly headBytes?: number
  readonly tailBytes?: number
  readonly file?: { readonly path: string; readonly capBytes: number }
}

export interface Captured {
  readonly bytes: number
  readonly head: Buffer
  /** The last bytes; all of them if nothing was dropped. */
  readonly tail: Buffer
  readonly sha256: string
  /** Bytes written to the file; the others were over the cap or could not be written. */
  readonly fileBytes: number
}

export interface Capture {
  write(chunk: Uint8Array): void
  /** Call it once; closes the file. */
  finish(): Captured
}

export const defaultTailBytes = 64 * 1024

export function createCapture({ headBytes = 0, tailBytes = defaultTailBytes, file }: CaptureRequest = {}): Capture {
  const hash = createHash('sha256')
  const ring = Buffer.alloc(tailBytes)
  const head = Buffer.alloc(headBytes)
  const disk = file === undefined ? undefined : openCapped(file.path, file.capBytes)
  let bytes = 0
  return {
    write(chunk) {
      hash.update(chunk)
      disk?.write(chunk)
      if (bytes < headBytes) head.set(chunk.subarray(0, headBytes - bytes), bytes)
      keepInRing(ring, chunk, bytes)
      bytes += chunk.length
    },
    finish: () => ({
      bytes,
      head: head.subarray(0, Math.min(bytes, headBytes)),
      tail: unroll(ring, bytes),
      sha256: hash.digest('hex'),
      fileBytes: disk?.close() ?? 0,
    }),
  }
}

function keepInRing(ring: Buffer, chunk: Uint8Array, before: number): void {
  const kept = chunk.length > ring.length ? chunk.subarray(chunk.length - ring.length) : chunk
  if (kept.length === 0) return
  const at = (before + chunk.length - kept.length) % ring.length
  const first = kept.subarray(0, ring.length - at)
  ring.set(first, at)
  ring.set(kept.subarray(first.length), 0)
}

function unroll(ring: Buffer, bytes: number): Buffer {
  if (bytes <= ring.length) return Buffer.from(ring.subarray(0, bytes))
  const at = bytes % ring.length
  return Buffer.concat([ring.subarray(at), ring.subarray(0, at)])
}

export interface CappedFile {
  write(chunk: Uint8Array): void
  /** Appends a closing text, whatever the cap. */
  close(words?: string): number
}

export function openCapped(path: string, capBytes: number): CappedFile {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants
  const descriptor = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  let written = 0
  let isFull = false
  return {
    write(chunk) {
      if (isFull || written >= capBytes) return
      try {
        written += writeSync(descriptor, chunk, 0, Math.min(chunk.length, capBytes - written))
      } catch {
        isFull = true // a full disk costs the transcript, not the attempt
      }
    },
    close(words = '') {
      try {
        if (!isFull) writeSync(descriptor, words)
      } catch {
        // A disk that is full now does not take the closing text either.
      }
      closeSync(descriptor)
      return written
    },
  }
}
