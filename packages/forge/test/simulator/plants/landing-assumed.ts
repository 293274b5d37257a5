/** Plant: a landing whose performance was lost is taken for made. */
import { land as production, type LandCommand } from '#engine/perform/land.ts'
import type { UserWorld } from '#engine/perform/publish.ts'

export * from '#engine/perform/land.ts'

export async function land(world: UserWorld, run: string, command: LandCommand): ReturnType<typeof production> {
  const { key } = command
  if (!isLost(world, key)) return production(world, run, command)
  return { type: 'landing.finished', id: `${key}:end`, at: world.clock.wall(), key, end: { status: 'landed' } }
}

/** Schedules follow one another in this process; a time before the last one begins the next. */
let last = { at: 0, keys: new Set<string>() }
function isLost({ clock }: UserWorld, key: string): boolean {
  const at = clock.monotonic()
  if (at < last.at) last = { at, keys: new Set() }
  last.at = at
  if (last.keys.has(key)) return true
  last.keys.add(key)
  return false
}
