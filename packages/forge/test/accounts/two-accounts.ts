/** A place with two accounts, of which `work` is used first, and which of them did what. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '#model/event.ts'
import type { Place } from '../terminal/place.ts'

export async function addTwoAccounts(place: Place, secret: string): Promise<void> {
  const key = join(place.root, '..', 'home', 'key')
  writeFileSync(key, secret)
  for (const name of ['work', 'second']) await place.forge(['accounts', 'add', name, '--from-file', key])
  await place.forge(['accounts', 'use', 'work'])
}

export async function eventsOf(place: Place): Promise<readonly Event[]> {
  const { out } = await place.forge(['events', '--json'])
  return out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: Event }).event)
}

/** The account of each attempt at a node, in order. */
export function accountsAt(path: string, events: readonly Event[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'attempt.intended' && 'account' in event.task && event.path === path ? [event.task.account] : [],
  )
}
