/** The lease of a run, on the real lock of the machine: no second process gets a run that has a driver. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMemoryLog, createMemoryStore } from '#testing/memory-log/index.ts'
import { createLocks } from '#adapters/log/sqlite/index.ts'
import { takeLease } from './lease.ts'
import type { Codec } from './ports.ts'

const codec: Codec<string> = { encode: (text) => text, decode: (text) => ({ ok: true, value: text }) }

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'forge-lease-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** One of several processes: its own handles on the same locks and the same log. */
function rivals() {
  const log = createMemoryLog(createMemoryStore(), codec)
  return [0, 1].map(() => ({ locks: createLocks(folder), log })) as [Ports, Ports]
}
type Ports = Parameters<typeof takeLease<string>>[0]

it('D-06 a run that somebody drives is refused to a second driver, by name; its epoch stays', async () => {
  const [one, other] = rivals()
  const first = await takeLease(one, 'r', { pid: 1 })
  expect(first.ok && first.value.writer.epoch).toBe(1)
  expect(await takeLease(other, 'r', { pid: 2 })).toMatchObject({
    ok: false,
    failure: { why: 'held', holder: { pid: 1 } },
  })
  const turned = first.ok ? await first.value.writer.turn(0, 'm', () => nothing) : undefined
  expect(turned).toMatchObject({ ok: true })
  if (first.ok) await first.value.release()
})

it('another run, and the same one after it was let go, is anybody’s', async () => {
  const [one, other] = rivals()
  const first = await takeLease(one, 'r', { pid: 1 })
  expect(await takeLease(other, 'another', { pid: 2 })).toMatchObject({ ok: true })
  if (first.ok) await first.value.release()
  expect(await takeLease(other, 'r', { pid: 2 })).toMatchObject({ ok: true, value: { writer: { epoch: 2 } } })
})

const nothing = { events: [], opened: [], closed: [], timers: [], summary: null }
