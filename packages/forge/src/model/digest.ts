/** Hashing without schemas: pure and synchronous, so that `core` may use it and a quick view loads nothing else. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from './canonical.ts'
import type { Hash } from './hash.ts'

/** The hash of a text. */
export function hashText(text: string): Hash {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/** How many bytes a text has in UTF-8. */
export function utf8Bytes(text: string): number {
  return utf8ToBytes(text).length
}

/** The hash of a JSON value: that of its canonical text. */
export function hashOf(value: unknown): Hash {
  return hashText(canonicalJson(value))
}
