/** Both blob stores: by hash, checked when read, the same again is the same. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as memory from '#testing/memory-log/index.ts'
import { createBlobs } from '#adapters/log/sqlite/blobs.ts'
import type { Blobs } from '#engine/ports.ts'
import { hashText } from '#model/digest.ts'
import { inDirectory } from './spawned.ts'

const bytes = new TextEncoder().encode('a blob')
const hash = hashText('a blob')

async function assertBlobs(blobs: Blobs, damage: () => void): Promise<void> {
  expect(await blobs.get(hash)).toEqual({ ok: true, value: undefined })
  expect(await blobs.get('../../etc/passwd')).toEqual({ ok: true, value: undefined })
  expect(await Promise.all([blobs.put(bytes), blobs.put(bytes)])).toEqual([
    { ok: true, value: hash },
    { ok: true, value: hash },
  ])
  expect(await blobs.put(new Uint8Array())).toEqual({ ok: true, value: hashText('') })
  const found = await blobs.get(hash)
  expect(found.ok && Buffer.from(found.value ?? []).toString()).toBe('a blob')
  damage()
  expect(await blobs.get(hash)).toMatchObject({ ok: false, failure: { why: 'corrupt' } })
  await blobs.put(bytes)
  expect((await blobs.get(hash)).ok).toBe(true)
}

describe('blobs', () => {
  it('in memory', () => {
    const store = memory.createMemoryStore()
    return assertBlobs(memory.createBlobs(store), () => store.blobs.set(hash, new Uint8Array([1])))
  })

  it('I-3 in files: private, whole, healed when put again; no draft stays', () =>
    inDirectory(async (root) => {
      const directory = join(root, 'blobs')
      const file = join(directory, hash.slice(0, 2), hash)
      await assertBlobs(createBlobs(directory), () => writeFileSync(file, 'another'))
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(readdirSync(directory, { recursive: true }).filter((name) => String(name).includes('draft'))).toEqual([])
    }))

  it('a place that cannot be written is a stop, not a throw', () =>
    inDirectory(async (root) => {
      writeFileSync(join(root, 'file'), '')
      mkdirSync(join(root, 'other'))
      expect(await createBlobs(join(root, 'file')).put(bytes)).toMatchObject({ ok: false, failure: { why: 'io' } })
    }))
})

describe('locks in memory', () => {
  it('I-9 a copy of the store, as after a crash, has no holder', async () => {
    const store = memory.createMemoryStore()
    expect((await memory.createLocks(store).acquire('run-a', { pid: 1 })).ok).toBe(true)
    const copy = memory.createLocks(memory.copyMemoryStore(store))
    expect(await copy.holder('run-a')).toEqual({ ok: true, value: undefined })
    expect((await copy.acquire('run-a', null)).ok).toBe(true)
  })
})
