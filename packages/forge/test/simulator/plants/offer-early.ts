/** Plant: commands are offered as soon as they are decided, before they are durable. */
import { createActor as production, type Actor, type ActorParts } from '#engine/actor.ts'

export * from '#engine/actor.ts'

export function createActor<S extends { readonly seq: number }, M extends { readonly id: string }, E>(
  parts: ActorParts<S, M, E>,
): Actor<S, M> {
  const { core } = parts.stream
  const actor = production(parts)
  return {
    ...actor,
    post(message) {
      const state = actor.view()
      parts.offer(core.open(core.fold(state, core.step(state, message))))
      return actor.post(message)
    },
  }
}
