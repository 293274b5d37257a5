/**
 * Takes the commands of the outbox and works on each key once in this process. Level-triggered: offers repeat, and a
 * held key is ignored. Outcomes return as messages; the offering actor gets no return value.
 */
import type { Command } from '#model/command.ts'
import type { Key } from '#model/ids.ts'
import { unreachable } from '#model/result.ts'
import { performAttempt } from './perform-attempt.ts'
import { tidyRun } from './chore.ts'
import { land } from './land.ts'
import { publish } from './publish.ts'
import type { PerformContext } from './perform-context.ts'

export interface Performer {
  offer(commands: readonly Command[]): void
  held(): readonly Key[]
  /**
   * Stop everything that runs here and take nothing more: this driver is ending. Resolves when nothing runs any more.
   */
  halt(): Promise<void>
}

export function createPerformer(site: PerformContext, onBug: (error: unknown) => void): Performer {
  const held = new Set<Key>()
  const stops = new Map<Key, AbortController>()
  const running = new Set<Promise<void>>()
  const over = new AbortController()

  function stopOf(key: Key): AbortController {
    const known = stops.get(key)
    if (known !== undefined) return known
    const made = new AbortController()
    stops.set(key, made)
    return made
  }

  function take(command: Command): void {
    if (command.kind === 'stop') return stopOf(command.target).abort()
    if (held.has(command.key)) return
    held.add(command.key)
    const stopped = command.kind === 'attempt' ? stopOf(command.key).signal : over.signal
    const work = perform(site, command, stopped)
      .then(() => void stops.delete(command.key), onBug)
      .finally(() => running.delete(work))
    running.add(work)
  }

  return {
    offer(commands) {
      if (over.signal.aborted) return
      for (const command of commands) take(command)
      forget(held, commands)
    },
    held: () => [...held],
    async halt() {
      over.abort('halted')
      for (const stop of stops.values()) stop.abort('halted')
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

/** A key that is no longer open is never offered again, so it need not be remembered. */
function forget(held: Set<Key>, commands: readonly Command[]): void {
  if (held.size <= commands.length) return
  const open = new Set(commands.map((command) => command.key))
  for (const key of held) if (!open.has(key)) held.delete(key)
}

async function perform(
  site: PerformContext,
  command: Exclude<Command, { kind: 'stop' }>,
  stopped: AbortSignal,
): Promise<void> {
  const { clock, notices } = site.world
  switch (command.kind) {
    case 'attempt':
      return performAttempt(site, command, stopped)
    case 'ask':
      return notices.send(command.key, command.question.text)
    case 'timer':
      await clock.sleep(Math.max(0, command.dueAt - clock.wall()), stopped)
      if (stopped.aborted) return
      return site.post({ type: 'timer', id: command.key, at: clock.wall(), key: command.key })
    case 'claim':
      return site.postToHost({
        type: 'claim',
        id: command.key,
        at: clock.wall(),
        run: site.run,
        key: command.key,
        slots: command.slots,
        writes: [...command.writes],
      })
    case 'gate':
      return site.postToHost({
        type: 'limited',
        id: command.key,
        at: clock.wall(),
        account: command.account,
        until: command.until,
      })
    case 'fill':
      return site.postToHost({
        type: 'filled',
        id: command.key,
        at: clock.wall(),
        account: command.account,
        levels: command.levels,
      })
    case 'grant':
      return site.postToRun(command.run, command.key, command.grant)
    case 'tidy':
      return tidyRun(site, command)
    case 'publish':
      return site.post(await publish(site.world, site.run, command))
    case 'land':
      return site.post(await land(site.world, site.run, command))
    default:
      return unreachable(command)
  }
}
