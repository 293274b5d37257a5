/** What this process has started and what still lives, so that all of it can be ended at once (I-33). */
import type { Running } from './start.ts'

const living = new Set<Pick<Running, 'kill' | 'ended'>>()

export function remember<Started extends Pick<Running, 'kill' | 'ended'>>(running: Started): Started {
  living.add(running)
  void running.ended.finally(() => living.delete(running))
  return running
}

/** Twice, because something may be started while the rest is being ended. */
export async function killStarted(): Promise<void> {
  await killLiving()
  await killLiving()
}

async function killLiving(): Promise<void> {
  await Promise.all([...living].map((running) => running.kill()))
}
