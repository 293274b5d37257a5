/**
 * Large values as files named by their hash: written to a draft, synced, renamed, name synced. Reads check the hash.
 */
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readIfThere, replaceFile, syncDirectory } from '#adapters/files/index.ts'
import { damagedBlob, hashOfBytes } from '#adapters/log/shared/blob.ts'
import type { Blobs, LogStop } from '#engine/ports.ts'
import type { Result } from '#model/result.ts'
import { failed, success } from '#model/result.ts'
import { stopOf } from './stop.ts'

const HASH = /^[0-9a-f]{64}$/

export function createBlobs(directory: string): Blobs {
  let drafts = 0
  const fileOf = (hash: string): string => join(directory, hash.slice(0, 2), hash)

  async function write(hash: string, bytes: Uint8Array): Promise<void> {
    const file = fileOf(hash)
    drafts += 1
    const draft = `${file}.draft-${process.pid}-${drafts}`
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await replaceFile(file, draft, bytes)
    for (const place of [dirname(file), directory]) await syncDirectory(place)
  }

  return {
    put: (bytes) =>
      guarded(async () => {
        const hash = hashOfBytes(bytes)
        const known = await readIfThere(fileOf(hash))
        // A damaged blob is rewritten; an intact one may come from a process that died before it synced the name.
        if (known === undefined || hashOfBytes(known) !== hash) await write(hash, bytes)
        else for (const place of [dirname(fileOf(hash)), directory]) await syncDirectory(place)
        return success(hash)
      }),
    get: (hash) =>
      guarded(async () => {
        const bytes = HASH.test(hash) ? await readIfThere(fileOf(hash)) : undefined
        if (bytes === undefined || hashOfBytes(bytes) === hash) return success(bytes)
        return failed(damagedBlob(hash))
      }),
  }
}

async function guarded<T>(act: () => Promise<Result<T, LogStop>>): Promise<Result<T, LogStop>> {
  try {
    return await act()
  } catch (error) {
    return failed(stopOf(error))
  }
}
