/** A blob's name: the SHA-256 of its bytes. A blob whose bytes do not match its name is damaged. */
import { createHash } from 'node:crypto'
import type { LogStop } from '#engine/ports.ts'
import { say } from '#messages/said.ts'

export function hashOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function damagedBlob(hash: string): LogStop {
  return { why: 'corrupt', seq: 0, detail: say('journal.blobDamaged', { hash }) }
}
