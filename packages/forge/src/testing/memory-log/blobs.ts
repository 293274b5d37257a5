/** Large values by hash, in the store. */
import type { Blobs } from '#engine/ports.ts'
import { damagedBlob, hashOfBytes } from '#adapters/log/shared/blob.ts'
import { failed, success } from '#model/result.ts'
import type { MemoryStore } from './store.ts'

export function createBlobs({ blobs }: Pick<MemoryStore, 'blobs'>): Blobs {
  return {
    put(bytes) {
      const hash = hashOfBytes(bytes)
      blobs.set(hash, Uint8Array.from(bytes))
      return Promise.resolve(success(hash))
    },
    get(hash) {
      const bytes = blobs.get(hash)
      if (bytes === undefined) return Promise.resolve(success(undefined))
      if (hashOfBytes(bytes) === hash) return Promise.resolve(success(Uint8Array.from(bytes)))
      return Promise.resolve(failed(damagedBlob(hash)))
    },
  }
}
