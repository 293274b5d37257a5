/**
 * The effects of a redaction, one method each.
 *
 * 1. Each is whole or not at all, and doing it again changes nothing more.
 * 2. Paths are below the state directory.
 */
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { replaceAlike, replaceFile, syncDirectory } from '#adapters/files/index.ts'
import { makeFolder, removePath } from '#adapters/files/plain.ts'
import { hashOfBytes } from '#adapters/log/shared/blob.ts'
import { forgetRest, packJournal, rewriteJournal, type JournalEdit, type RewriteStop } from '#forge/place/store.ts'
import { lockRun } from '#engine/exclusive-run.ts'
import type { LeaseRefusal } from '#engine/lease.ts'
import type { Locks, Log, LogStop } from '#engine/ports.ts'
import type { Event } from '#model/event.ts'
import type { Message } from '#model/message.ts'
import type { Result } from '#model/result.ts'
import type { Places } from '#forge/place/places.ts'

export interface RedactSteps {
  /** A transcript or whatever else no other file names. Its mode stays, and its times: by them transcripts are kept. */
  replaceFile(path: string, bytes: Uint8Array): Promise<void>
  /** Under the name that fits it; what names the old one still finds that. */
  writeBlob(bytes: Uint8Array): Promise<void>
  /** One transaction, with what is left to do after it. */
  rewriteJournal(edit: JournalEdit, rest: string): Promise<Result<undefined, RewriteStop>>
  packJournal(): Promise<Result<undefined, LogStop>>
  writeRecord(path: string, text: string): Promise<void>
  /** A blob or a record that has another name now. */
  removeFile(path: string): Promise<void>
  /** On record with the run, once by the id of the message. */
  note(run: string, message: Message): Promise<Result<void, LeaseRefusal>>
  /** Nothing is left to do. */
  forgetRest(): Promise<Result<undefined, LogStop>>
}

export interface StepsParts {
  readonly places: Places
  readonly log: Log<Event>
  readonly locks: Locks
}

export function createSteps({ places, log, locks }: StepsParts): RedactSteps {
  const at = (path: string): string => join(places.state, path)
  return {
    replaceFile: (path, bytes) => replaceAlike(at(path), draftOf(at(path)), bytes),
    writeBlob(bytes) {
      const hash = hashOfBytes(bytes)
      return replaceWhole(join(places.blobs, hash.slice(0, 2), hash), bytes)
    },
    rewriteJournal: async (edit, rest) => rewriteJournal(places.journal, edit, rest),
    packJournal: async () => packJournal(places.journal),
    writeRecord: (path, text) => replaceWhole(at(path), text),
    async removeFile(path) {
      removePath(at(path))
      await syncDirectory(dirname(at(path)))
    },
    async note(run, message) {
      const self = { pid: process.pid, since: message.at, does: 'redact' }
      const held = await lockRun({ locks, log }, run, self, (actor) => actor.post(message))
      return held.ok ? held.value : held
    },
    forgetRest: async () => forgetRest(places.journal),
  }
}

async function replaceWhole(file: string, content: Uint8Array | string): Promise<void> {
  makeFolder(dirname(file))
  await replaceFile(file, draftOf(file), content)
  await syncDirectory(dirname(file))
}

function draftOf(file: string): string {
  return `${file}.${randomUUID()}.draft`
}
