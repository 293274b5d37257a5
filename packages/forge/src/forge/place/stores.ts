/**
 * What a process opens on first use and then keeps: the repository, Forge's places, the journal, locks and blobs. A
 * call that needs one does not pay for the others.
 */
import { createBlobs, createLocks, openLog } from './store.ts'
import { decodeTrustedEvent } from '#core/state/decode-trusted.ts'
import type { Blobs, Codec, Locks, Log } from '#engine/ports.ts'
import type { Event } from '#model/event.ts'
import { failed, success, type Result } from '#model/result.ts'
import { once } from '#forge/late.ts'
import { findRepository, placesOf, type Environment, type Places, type Repository } from './places.ts'
import type { Refusal } from '#forge/refusal.ts'
import { journalRefusal } from './journal-refusal.ts'

/** Functions, because callers destructure and pass them on. */
export interface Stores {
  /** The repository around the working directory, or how to get one. */
  readonly repository: () => Result<Repository, Refusal>
  readonly places: () => Result<Places, Refusal>
  /** The journal, made on the first call in a repository. */
  readonly log: () => Promise<Result<Log<Event>, Refusal>>
  readonly locks: () => Result<Locks, Refusal>
  readonly blobs: () => Result<Blobs, Refusal>
  /** The same journal, for callers that read no events. */
  readonly journal: () => Promise<Result<Log<Event>, Refusal>>
  /** The same journal, for read-only calls: events are read back, not checked against their schemas again. */
  readonly recalled: () => Promise<Result<Log<Event>, Refusal>>
  readonly close: () => Promise<void>
}

export interface Whereabouts {
  readonly cwd: string
  readonly env: Environment
  readonly home: string
}

/** `loadCodec` loads the schemas of events, which a list of runs does not need. */
export function openStores({ cwd, env, home }: Whereabouts, loadCodec: () => Promise<Codec<Event>>): Stores {
  const repository = once(() => findRepository(cwd))
  const places = once(() => mapped(repository(), (found) => placesOf(found, env, home)))
  const codec = lateCodec(loadCodec)
  const journal = once(async (): Promise<Result<Log<Event>, Refusal>> => {
    const found = places()
    if (!found.ok) return found
    const opened = await openLog(found.value.journal, codec)
    return opened.ok ? opened : failed(journalRefusal(opened.failure))
  })
  return {
    repository,
    places,
    journal,
    async log() {
      await codec.loadSchemas()
      return journal()
    },
    recalled() {
      codec.allowRecall()
      return journal()
    },
    locks: once(() => mapped(places(), (found) => createLocks(found.locks))),
    blobs: once(() => mapped(places(), (found) => createBlobs(found.blobs))),
    async close() {
      const opened = journal.isMade() ? await journal() : undefined
      if (opened?.ok === true) await opened.value.close()
    },
  }
}

interface LateCodec extends Codec<Event> {
  loadSchemas(): Promise<void>
  /** From here on events may be read back without schemas. */
  allowRecall(): void
}

/** Loads the codec before the first event is read; a list of runs needs none. Once loaded, schemas are always used. */
function lateCodec(load: () => Promise<Codec<Event>>): LateCodec {
  let checked: Codec<Event> | undefined
  let recall: Pick<Codec<Event>, 'decode'> | undefined
  return {
    encode: (event) => (checked ?? notLoaded()).encode(event),
    decode: (text) => (checked ?? recall ?? notLoaded()).decode(text),
    async loadSchemas() {
      checked ??= await load()
    },
    allowRecall() {
      recall = { decode: decodeTrustedEvent }
    },
  }
}

function notLoaded(): never {
  throw new Error('an event was read before its codec was loaded')
}

export function mapped<T, U>(result: Result<T, Refusal>, make: (value: T) => U): Result<U, Refusal> {
  return result.ok ? success(make(result.value)) : result
}
