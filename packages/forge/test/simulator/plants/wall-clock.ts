/** Plant: deadlines are measured on the wall clock, which jumps. */
import { superviseSession as production } from '#engine/perform/deadline.ts'

export * from '#engine/perform/deadline.ts'

export const superviseSession: typeof production = (clock, session, limits, stopped) => {
  const offset = clock.wall() - clock.monotonic()
  return production({ ...clock, monotonic: () => clock.wall() - offset }, session, limits, stopped)
}
