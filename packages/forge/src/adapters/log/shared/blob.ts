/** What names a blob: the SHA-256 of its bytes. A blob that has other bytes than its name says is damage. */
import { createHash } from 'node:crypto'
import type { LogStop } from '#engine/ports.ts'
import { say } from '#messages/said.ts'

export function hashOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function damagedBlob(hash: string): LogStop {
  return { why: 'corrupt', seq: 0, detail: say('journal.blobDamaged', { hash }) }
}
