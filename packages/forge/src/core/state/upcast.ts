/**
 * Upgrades old events to today's (I-5). The log keeps what was written; only this file understands former versions. An
 * event of a version or type that this Forge does not know is refused by name, never skipped.
 */
import { say, type Said } from '#messages/said.ts'
import { Event, WrittenEvent } from '#model/event.ts'
import { explain } from '#model/explain.ts'
import { canonicalJson } from '#model/canonical.ts'
import { parseJson } from '#model/parse-json.ts'
import { failed, success, type Result } from '#model/result.ts'

type Upcaster = (written: WrittenEvent) => WrittenEvent

/** From `type@version` to the next version of that type. */
const upcasters: Readonly<Record<string, Upcaster>> = {}

const newest: Readonly<Record<string, number>> = Object.fromEntries(
  Event.options.map((option) => [option.shape.type.value, option.shape.v.value]),
)

/** The number of event types, and the steps from former versions to today's. */
export function newestVersions(): { readonly types: number; readonly steps: readonly string[] } {
  return { types: Object.keys(newest).length, steps: Object.keys(upcasters).toSorted() }
}

export type DecodeFailure = { readonly why: 'invalid' | 'newer'; readonly detail: Said }

/** A stored text as an event of today. */
export function decodeEvent(text: string): Result<Event, DecodeFailure> {
  const parsed = WrittenEvent.safeParse(parseJson(text))
  if (!parsed.success) return failed({ why: 'invalid', detail: say('journal.notAnEvent') })
  const raised = upcast(parsed.data, { newest, upcasters })
  if (!raised.ok) return raised
  const event = Event.safeParse(raised.value)
  return event.success ? success(event.data) : failed({ why: 'invalid', detail: explain(event.error) })
}

/** Today's versions, and the steps that lead there. */
export interface Chain {
  readonly newest: Readonly<Record<string, number>>
  readonly upcasters: Readonly<Record<string, Upcaster>>
}

/** One step after the other, none left out and none taken twice; what a newer Forge wrote is refused by name. */
export function upcast(from: WrittenEvent, chain: Chain): Result<WrittenEvent, DecodeFailure> {
  const { type } = from
  const known = Object.hasOwn(chain.newest, type) ? chain.newest[type] : undefined
  if (known === undefined || from.v > known)
    return failed({ why: 'newer', detail: say('journal.typeAndVersion', { type, version: from.v }) })
  let written = from
  for (let v = from.v; v < known; v += 1) {
    const upcast = chain.upcasters[`${type}@${v}`]
    if (upcast === undefined)
      return failed({ why: 'invalid', detail: say('journal.unreadableVersion', { type, version: v }) })
    // The version is set here, so that no step can forget to.
    written = { ...upcast(written), type, v: v + 1 }
  }
  return success(written)
}

/** The text to store. Throws on an invalid event: writing one would be a bug. */
export function encodeEvent(event: Event): string {
  return canonicalJson(Event.parse(event))
}
