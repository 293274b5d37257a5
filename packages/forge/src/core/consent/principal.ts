/**
 * Who speaks: the one place where a principal is made (I-23). A process that Forge started for an agent is an agent,
 * whatever it claims; only for places inside the folders that Forge gave it does it speak for itself, as the owner of
 * what it made there.
 */
import type { Principal } from '#model/question.ts'

/** An ancestor of the calling process carries Forge's mark: for which attempt, and which folders it was given. */
export interface Mark {
  readonly name: string
  readonly room: readonly string[]
}

/** `places` are the folders that a decision of this process would touch; all paths are absolute and real. */
export function principalOf(marks: readonly Mark[], places: readonly string[], name: string): Principal {
  const outside = marks.find(({ room }) => !places.every((place) => room.some((own) => isInside(place, own))))
  if (outside !== undefined) return { kind: 'agent', name: outside.name.slice(0, 200) }
  return { kind: 'operator', name: name === '' ? 'operator' : name.slice(0, 200) }
}

function isInside(place: string, own: string): boolean {
  return place === own || place.startsWith(`${own}/`)
}
