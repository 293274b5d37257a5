/**
 * Reads entries back, verified like on disk: no gap, each hash right, each body decoded.
 * An entry that this codec has verified once is cached with all its fields; while they are unchanged, so is the
 * verdict. Comparing equal strings costs nothing, so a simulator may read its entries a thousand times.
 */
import type { Codec, Entry, LogStop } from '#engine/ports.ts'
import { say, type Said } from '#messages/said.ts'
import type { RunId } from '#model/ids.ts'
import type { Result } from '#model/result.ts'
import { failed, success } from '#model/result.ts'
import { GENESIS, linkHash } from '#adapters/log/shared/chain.ts'
import type { StoredEntry, StoredRun } from './store.ts'

interface Verified {
  readonly run: RunId
  readonly previous: string
  readonly body: string
  readonly entry: Entry<unknown>
}

const verifiedByCodec = new WeakMap<object, WeakMap<StoredEntry, Verified>>()

/** Entries after `since`, up to the head of the run. */
export type ReadEntries<E> = (run: RunId, stored: StoredRun, since: number) => Result<readonly Entry<E>[], LogStop>

export function createEntries<E>(codec: Codec<E>): ReadEntries<E> {
  const known = verifiedByCodec.get(codec) ?? new WeakMap<StoredEntry, Verified>()
  verifiedByCodec.set(codec, known)

  function verify(run: RunId, previous: string, stored: StoredEntry): Result<Entry<E>, LogStop> {
    const before = known.get(stored)
    if (before !== undefined && isSame(before, { run, previous, stored })) return success(before.entry as Entry<E>)
    const { seq, epoch, messageId, body, hash } = stored
    if (linkHash(previous, { run, seq, epoch, messageId, body }) !== hash) {
      return failed(corrupt(seq, say('journal.hashChainBroken')))
    }
    const decoded = codec.decode(body)
    if (!decoded.ok) return failed(unreadable(seq, decoded.failure))
    const entry = { seq, epoch, messageId, hash, event: decoded.value }
    known.set(stored, { run, previous, body, entry })
    return success(entry)
  }

  return (run, { entries, head }, since) => {
    const answer: Entry<E>[] = []
    let previous = since === 0 ? GENESIS : entries[since - 1]?.hash
    if (previous === undefined)
      return since > entries.length ? success([]) : failed(corrupt(since, say('journal.entryMissing')))
    for (let index = since; index < entries.length; index += 1) {
      const stored = entries[index]
      if (stored?.seq !== index + 1) return failed(corrupt(index + 1, say('journal.entryMissing')))
      const verified = verify(run, previous, stored)
      if (!verified.ok) return verified
      answer.push(verified.value)
      previous = stored.hash
    }
    if (previous !== head) return failed(corrupt(entries.length + 1, say('journal.entriesDoNotEndAtHead')))
    return success(answer)
  }
}

function isSame(
  { run, previous, body, entry }: Verified,
  now: { readonly run: RunId; readonly previous: string; readonly stored: StoredEntry },
): boolean {
  const { stored } = now
  return (
    run === now.run &&
    previous === now.previous &&
    body === stored.body &&
    entry.hash === stored.hash &&
    entry.seq === stored.seq &&
    entry.epoch === stored.epoch &&
    entry.messageId === stored.messageId
  )
}

function unreadable(seq: number, failure: { readonly why: 'invalid' | 'newer'; readonly detail: Said }): LogStop {
  return failure.why === 'newer' ? { why: 'newer', seq, detail: failure.detail } : corrupt(seq, failure.detail)
}

export function corrupt(seq: number, detail: Said): LogStop {
  return { why: 'corrupt', seq, detail }
}
