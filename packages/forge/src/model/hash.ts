/** The one hash of Forge: SHA-256 in lower-case hex, pure and synchronous, so that `core` may use it. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { canonicalJson } from '#model/json.ts'

export const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in lower-case hex')
export type Hash = z.infer<typeof Hash>

/** The hash of a text. */
export function hashText(text: string): Hash {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/** The hash of a JSON value: that of its canonical text. */
export function hashOf(value: unknown): Hash {
  return hashText(canonicalJson(value))
}
