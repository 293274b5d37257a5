/**
 * Power cuts at every sync and every acknowledgement. What was synced is there; of what was written since, a cut keeps
 * whatever it likes: nothing, all, some, or a torn piece. From each such disk a later start must go on (F-5).
 */
import { readFileSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inMemoryDirectory } from './spawned.ts'
import { examine } from './ticks.ts'
import { existingJournal } from './sweep.ts'
import { traceDrivers, type Deed } from './trace.ts'

type Write = Extract<Deed, { deed: 'wrote' }>
type Change = Write | Extract<Deed, { deed: 'cut' }>
type Disk = Map<string, Buffer>

/** What a cut keeps of the writes that nobody synced. */
const KEEPS: Readonly<Record<string, (pending: readonly Change[]) => readonly Change[]>> = {
  nothing: () => [],
  everything: (pending) => pending,
  'every other write': (pending) => pending.filter((_, index) => index % 2 === 1),
  'all but the first': (pending) => pending.slice(1),
  'all, the last one torn': (pending) =>
    pending.map((change, index) => (index === pending.length - 1 ? torn(change) : change)),
}

export interface Cuts {
  readonly cuts: number
  readonly complaints: readonly string[]
}

/** Cuts the power at each sync and each acknowledgement of this history. */
export function cutPower(existing: string, deeds: readonly Deed[]): Promise<Cuts> {
  // The disks of this test are made of bytes that were or were not synced; syncing them once more proves nothing.
  return inMemoryDirectory(async (root) => {
    const complaints: string[] = []
    const disk: Disk = new Map([['journal.db', readFileSync(join(existing, 'journal.db'))]])
    let pending: readonly Change[] = []
    let acked = 2
    let cuts = 0
    for (const [moment, deed] of deeds.entries()) {
      if (deed.deed === 'acked') acked = deed.tick
      if (deed.deed === 'acked' || deed.deed === 'synced') {
        for (const [name, keep] of Object.entries(KEEPS)) {
          const directory = join(root, `cut-${cuts}`)
          await writeDisk(directory, existing, applyAll(disk, keep(pending)))
          const { violations } = await examine(directory, acked)
          complaints.push(...violations.map((text) => `at ${moment} (${deed.deed}), kept ${name}: ${text}`))
          await rm(directory, { recursive: true })
          cuts += 1
        }
      }
      pending = follow(disk, pending, deed)
    }
    return { cuts, complaints }
  })
}

/** A driver whose sync fails once and which dies of it; then another one on what the page cache shows. */
export async function cutAfterLostPages(mode: string, when: string): Promise<Cuts> {
  const existing = await existingJournal()
  const lost = { mode: 'drive-then-die', ticks: 20, inject: `fsync:error=EIO:when=${when}` }
  return cutPower(existing, await traceDrivers(existing, [lost, { mode, ticks: 4 }]))
}

/** Carries a deed out on the disk; answers what is written and not synced after it. */
function follow(disk: Disk, pending: readonly Change[], deed: Deed): readonly Change[] {
  if (deed.deed === 'acked') return pending
  if (deed.deed === 'wrote' || deed.deed === 'cut') return [...pending, deed]
  const others = pending.filter(({ file }) => file !== deed.file)
  if (deed.deed === 'removed') disk.delete(deed.file)
  if (deed.deed === 'synced') {
    const synced = pending.filter(({ file }) => file === deed.file)
    for (const [file, bytes] of applyAll(disk, synced)) disk.set(file, bytes)
  }
  return others
}

async function writeDisk(disk: string, existing: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  await cp(existing, disk, { recursive: true })
  for (const [file, bytes] of files) await writeFile(join(disk, file), bytes)
}

function applyAll(files: ReadonlyMap<string, Buffer>, changes: readonly Change[]): ReadonlyMap<string, Buffer> {
  const result = new Map(files)
  for (const change of changes) result.set(change.file, apply(result.get(change.file) ?? Buffer.alloc(0), change))
  return result
}

function apply(before: Buffer, change: Change): Buffer {
  if (change.deed === 'cut') return Buffer.concat([before.subarray(0, change.size)])
  const after = Buffer.alloc(Math.max(before.length, change.offset + change.bytes.length))
  before.copy(after)
  change.bytes.copy(after, change.offset)
  return after
}

function torn(change: Change): Change {
  return change.deed === 'cut'
    ? change
    : { ...change, bytes: change.bytes.subarray(0, Math.ceil(change.bytes.length / 2)) }
}
