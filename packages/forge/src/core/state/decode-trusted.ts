/**
 * Decodes text that was validated before it was written. Forge encodes an event only after its schema accepted it, and
 * the journal returns only texts whose hash chain holds: such a text is that event, and a quick view need not load
 * every schema. Any text that is not plainly a current event is left to `upcast.ts`, which reports what is wrong with
 * it.
 */
import { say } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import { parseJson } from '#model/parse-json.ts'
import { failed, success, type Result } from '#model/result.ts'
import { isEventType } from './apply.ts'
import type { DecodeFailure } from './upcast.ts'

/**
 * Every event is at its first version. Raising one makes this an error: old ones must then be upcast before they are
 * used.
 */
const version: Exclude<Event['v'], 1> extends never ? 1 : never = 1

export function decodeTrustedEvent(text: string): Result<Event, DecodeFailure> {
  const written = parseJson(text) as Partial<Event> | null | undefined
  const isOfToday = written?.type !== undefined && isEventType(written.type) && written.v === version
  return isOfToday ? success(written as Event) : failed({ why: 'invalid', detail: say('journal.unknownEvent') })
}
