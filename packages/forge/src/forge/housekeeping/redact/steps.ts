/**
 * The effects of a redaction, one method each.
 *
 * 1. Each is atomic, and repeating it changes nothing more.
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
  /**
   * A transcript or any other file that no other file names. It keeps its mode and its times: retention uses the times.
   */
  replaceFile(path: string, bytes: Uint8Array): Promise<void>
  /** Stored under its matching name; references to the old name still resolve. */
  writeBlob(bytes: Uint8Array): Promise<void>
  /** One transaction, together with the steps that remain after it. */
  rewriteJournal(edit: JournalEdit, rest: string): Promise<Result<undefined, RewriteStop>>
  packJournal(): Promise<Result<undefined, LogStop>>
  writeRecord(path: string, text: string): Promise<void>
  /** A blob or a record that has a new name. */
  removeFile(path: string): Promise<void>
  /** Recorded with the run, once by the id of the message. */
  note(run: string, message: Message): Promise<Result<void, LeaseRefusal>>
  /** Nothing remains to be done. */
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
