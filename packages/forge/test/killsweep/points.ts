/** Points at which a real Forge process kills itself: around every append and every effect on the world. Test code only. */
import type { Log, World, Writer } from '#engine/ports.ts'

export interface KillPlan {
  /** The n-th point, counted from 1; 0: none. */
  readonly at: number
  readonly moment: 'before' | 'after'
}

export interface Points {
  readonly labels: string[]
  around<T>(label: string, effect: () => Promise<T>): Promise<T>
}

export function createPoints({ at, moment }: KillPlan): Points {
  const labels: string[] = []
  return {
    labels,
    async around(label, effect) {
      labels.push(label)
      const isIt = labels.length === at
      if (isIt && moment === 'before') die()
      const result = await effect()
      if (isIt) die()
      return result
    },
  }
}

/** SIGKILL to itself, and nothing more happens in this process. */
function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** Methods that only read are no boundaries: dying around them is dying between two others. */
const effects: { readonly [Port in keyof World]?: readonly string[] } = {
  git: ['updateRef', 'deleteRef', 'commitTree', 'mergeTree'],
  user: ['bring', 'moveBranch', 'turnCheckout'],
  trees: ['make', 'reset', 'snapshot', 'remove', 'moveAside'],
  agents: ['start'],
  processes: ['check', 'sweep', 'sweepTree'],
  equipment: ['prepare', 'dismantle'],
  records: ['write'],
  notices: ['send'],
}

export function worldWithPoints(world: World, points: Points): World {
  const wrapped: Record<string, unknown> = { ...world }
  for (const port of Object.keys(effects) as (keyof World)[]) wrapped[port] = portWithPoints(port, world[port], points)
  return wrapped as unknown as World
}

export function userWithPoints(user: World['user'], points: Points): World['user'] {
  return portWithPoints('user', user, points)
}

function portWithPoints<Port extends keyof World>(port: Port, found: World[Port], points: Points): World[Port] {
  const real = found as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
  const copy: Record<string, unknown> = { ...real }
  for (const method of effects[port] ?? [])
    copy[method] = (...args: unknown[]) =>
      points.around(`${port}.${method}`, () => (real[method] as (...args: unknown[]) => Promise<unknown>)(...args))
  return copy as unknown as World[Port]
}

export function logWithPoints<E>(log: Log<E>, points: Points): Log<E> {
  const around = (writer: Writer<E>): Writer<E> => ({
    run: writer.run,
    epoch: writer.epoch,
    turn: (since, id, make) => points.around('log.append', () => writer.turn(since, id, make)),
  })
  return {
    ...log,
    async claim(run) {
      const claimed = await log.claim(run)
      return claimed.ok ? { ok: true, value: around(claimed.value) } : claimed
    },
  }
}
