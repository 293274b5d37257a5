/** The one door to every operation, for all surfaces: what decides is refused to an agent here, before anything of it runs (I-23). */
import type { Forge } from '#forge.ts'
import type { Refusal } from '#forge/refusal.ts'
import type { Result } from '#model/result.ts'
import type { Deed, Done, Talk } from './operation.ts'

export async function performDeed(
  forge: Forge,
  deed: Deed,
  input: object,
  talk: Talk<unknown>,
): Promise<Result<Done<unknown>, Refusal>> {
  if (deed.does === 'decides') {
    const by = await forge.decider()
    if (!by.ok) return by
  }
  return deed.run(forge, input as never, talk)
}
