/** Plant: a turn that overlapped another is acknowledged, and its events are not folded. */
import { createActor as production, type Actor, type ActorParts } from '#engine/actor.ts'

export * from '#engine/actor.ts'

export function createActor<S extends { readonly seq: number }, M extends { readonly id: string }, E>(
  parts: ActorParts<S, M, E>,
): Actor<S, M> {
  let inFlight = 0
  const { core } = parts.stream
  const forgetful = {
    ...core,
    fold: (state: S, events: Iterable<E>) =>
      inFlight > 1 ? { ...core.fold(state, events), attempts: {} } : core.fold(state, events),
  }
  const actor = production({ ...parts, stream: { ...parts.stream, core: forgetful } })
  return {
    ...actor,
    async post(message) {
      inFlight += 1
      const posted = await actor.post(message)
      inFlight -= 1
      return posted
    },
  }
}
