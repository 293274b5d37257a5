/**
 * The part of a memory log that survives a crash: plain maps and arrays. A simulated crash drops the log, copies the
 * store and opens the copy, so that pending writes of the dead log go to the abandoned original.
 */
import type { Json } from '#model/json.ts'
import type { Key, MessageId, RunId } from '#model/ids.ts'
import { GENESIS } from '#adapters/log/shared/chain.ts'

/** One entry as it would lie on disk. Never changed in place by the log. */
export interface StoredEntry {
  readonly seq: number
  readonly epoch: number
  readonly messageId: MessageId
  /** Canonical JSON of the event. */
  readonly body: string
  readonly hash: string
}

export interface StoredRun {
  epoch: number
  head: string
  /** JSON text. */
  summary: string
  readonly entries: StoredEntry[]
  readonly messages: Set<MessageId>
  /** Every key that was ever used. */
  readonly keys: Set<Key>
  /** The open attempt of each node path, and the way back. */
  readonly openByPath: Map<string, Key>
  readonly pathByKey: Map<Key, string>
  timers: readonly { readonly key: Key; readonly dueAt: number }[]
}

export interface MemoryStore {
  readonly runs: Map<RunId, StoredRun>
  /** JSON text by message id, oldest first; a run need not exist yet. */
  readonly inboxes: Map<RunId, Map<MessageId, string>>
  readonly blobs: Map<string, Uint8Array>
  /** Holders of locks, as long as this process lives. */
  readonly locks: Map<string, Json>
}

export function createMemoryStore(): MemoryStore {
  return { runs: new Map(), inboxes: new Map(), blobs: new Map(), locks: new Map() }
}

/** What a crash leaves: everything durable, and no lock, since the kernel frees those. */
export function copyMemoryStore(store: MemoryStore): MemoryStore {
  return {
    runs: new Map([...store.runs].map(([run, stored]) => [run, copyRun(stored)])),
    inboxes: new Map([...store.inboxes].map(([run, inbox]) => [run, new Map(inbox)])),
    blobs: new Map(store.blobs),
    locks: new Map(),
  }
}

function copyRun(run: StoredRun): StoredRun {
  return {
    ...run,
    entries: [...run.entries],
    messages: new Set(run.messages),
    keys: new Set(run.keys),
    openByPath: new Map(run.openByPath),
    pathByKey: new Map(run.pathByKey),
  }
}

export function createRun(): StoredRun {
  return {
    epoch: 0,
    head: GENESIS,
    summary: 'null',
    entries: [],
    messages: new Set(),
    keys: new Set(),
    openByPath: new Map(),
    pathByKey: new Map(),
    timers: [],
  }
}
