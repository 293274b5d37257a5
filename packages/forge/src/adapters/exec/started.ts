/** What this process has started and what still lives, so that all of it can be ended at once (I-33). */

interface Started {
  readonly ended: Promise<unknown>
  kill(): Promise<void>
}

const living = new Set<Started>()

export function remember<Running extends Started>(running: Running): Running {
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
