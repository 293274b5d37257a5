/**
 * Takes what the outbox offers and sees to it that each key is worked on once here. Level-triggered: offers repeat, and
 * what is held is left alone. Outcomes return as messages; nothing is returned to whoever offers.
 */
import type { Command } from '#model/command.ts'
import type { Key } from '#model/ids.ts'
import { unreachable } from '#model/result.ts'
import { performAttempt } from './once.ts'
import { tidyRun } from './chore.ts'
import type { Site } from './site.ts'

export interface Performer {
  offer(commands: readonly Command[]): void
  held(): readonly Key[]
  /** Stop everything that runs here and take nothing more: this driver is over. */
  halt(): void
}

export function createPerformer(site: Site, onBug: (error: unknown) => void): Performer {
  const held = new Set<Key>()
  const stops = new Map<Key, AbortController>()

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
    const work = perform(site, command, command.kind === 'attempt' ? stopOf(command.key).signal : undefined)
    void work.then(
      () => stops.delete(command.key),
      (error: unknown) => onBug(error),
    )
  }

  let isOver = false
  return {
    offer(commands) {
      if (isOver) return
      for (const command of commands) take(command)
      forget(held, commands)
    },
    held: () => [...held],
    halt() {
      isOver = true
      for (const stop of stops.values()) stop.abort()
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
  site: Site,
  command: Exclude<Command, { kind: 'stop' }>,
  stopped: AbortSignal | undefined,
): Promise<void> {
  const { clock, notices } = site.world
  switch (command.kind) {
    case 'attempt':
      return performAttempt(site, command, stopped ?? new AbortController().signal)
    case 'ask':
      return notices.send(command.key, command.question.text)
    case 'timer':
      await clock.sleep(Math.max(0, command.dueAt - clock.wall()))
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
    case 'grant':
      return site.postToRun(command.run, command.key, command.grant)
    case 'tidy':
      return tidyRun(site, command)
    default:
      return unreachable(command)
  }
}
