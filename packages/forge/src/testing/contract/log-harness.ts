/** What the log contract needs of an adapter, the events it writes, and the helpers of its tests. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Codec, Entry, Log, LogStop, Turn, Writer } from '#engine/ports.ts'
import { raw } from '#messages/said.ts'
import type { MessageId, RunId } from '#model/ids.ts'
import { canonicalJson } from '#model/canonical.ts'
import { parseJson } from '#model/parse-json.ts'
import type { Result } from '#model/result.ts'
import { failed, success } from '#model/result.ts'

/** One store, which may be opened many times, as several processes open one journal. */
export interface LogHarness {
  open<E>(codec: Codec<E>): Promise<Result<Log<E>, LogStop>>
  /** Bypass the log: change the stored body of an entry, or remove the entry. */
  damage(run: RunId, seq: number, change: { readonly body: (text: string) => string } | 'remove'): Promise<void>
  dispose(): Promise<void>
}

export type MakeHarness = () => Promise<LogHarness>

/** The only event of the contract. */
export const Note = z.object({ type: z.literal('noted'), v: z.number().int().positive(), text: z.string() })
export type Note = z.infer<typeof Note>

/** A codec that knows notes up to a version; a higher one is `newer`. */
export function noteCodec(knownVersion: number): Codec<Note> {
  return {
    encode: (event) => canonicalJson(Note.parse(event)),
    decode(text) {
      const parsed = Note.safeParse(parseJson(text))
      if (!parsed.success) return failed({ why: 'invalid', detail: raw(parsed.error.message) })
      if (parsed.data.v > knownVersion)
        return failed({ why: 'newer', detail: raw(`notes of version ${parsed.data.v}`) })
      return success(parsed.data)
    },
  }
}

export function note(text: string, v = 1): Note {
  return { type: 'noted', v, text }
}

/** A turn that only notes, by default. */
export function turnOf(texts: readonly string[], more: Partial<Turn<Note>> = {}): Turn<Note> {
  return { events: texts.map((text) => note(text)), opened: [], closed: [], timers: [], summary: null, ...more }
}

/** A valid turn of the contract: appends these notes and returns all entries after `since`. */
export async function append(
  writer: Writer<Note>,
  since: number,
  messageId: MessageId,
  turn: Turn<Note>,
): Promise<readonly Entry<Note>[]> {
  return granted(await writer.turn(since, messageId, () => turn))
}

export function granted<T>(result: Result<T, LogStop>): T {
  if (!result.ok) assert.fail(`expected an answer, got the stop ${JSON.stringify(result.failure)}`)
  return result.value
}

export function stopIn(result: Result<unknown, LogStop>): LogStop {
  if (result.ok) assert.fail(`expected a stop, got ${JSON.stringify(result.value)}`)
  return result.failure
}

export function textsOf(entries: readonly Entry<Note>[]): readonly string[] {
  return entries.map(({ event }) => event.text)
}

/** The harness of one test; afterwards its logs are closed and its store is removed. */
export interface Room {
  readonly open: (codec?: Codec<Note>) => Promise<Log<Note>>
  readonly harness: LogHarness
}

export function inRoom(makeHarness: MakeHarness, body: (room: Room) => Promise<void>): () => Promise<void> {
  return async () => {
    const harness = await makeHarness()
    const logs: Log<Note>[] = []
    try {
      await body({
        harness,
        async open(codec = noteCodec(1)) {
          const log = granted(await harness.open(codec))
          logs.push(log)
          return log
        },
      })
    } finally {
      for (const log of logs) await log.close()
      await harness.dispose()
    }
  }
}

export async function claimed(log: Log<Note>, run: RunId): Promise<Writer<Note>> {
  return granted(await log.claim(run))
}
