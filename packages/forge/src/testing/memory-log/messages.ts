/** Which messages were turned, for ever, and which are left and wait. A message is in at most one of the two. */
import type { InboxMessage } from '#engine/ports.ts'
import type { MessageId, RunId } from '#model/ids.ts'
import type { Json } from '#model/json.ts'
import type { MemoryStore } from './store.ts'

export function isKnown(store: MemoryStore, run: RunId, id: MessageId): boolean {
  return store.runs.get(run)?.messages.has(id) ?? false
}

/** Turned: it is known from now on and no longer waits. */
export function remember(store: MemoryStore, run: RunId, id: MessageId): void {
  store.runs.get(run)?.messages.add(id)
  store.inboxes.get(run)?.delete(id)
}

/** Left for the driver, unless it was turned or left before. */
export function leaveMessage(store: MemoryStore, run: RunId, { id, body }: { id: MessageId; body: string }): void {
  const inbox = store.inboxes.get(run) ?? new Map<MessageId, string>()
  store.inboxes.set(run, inbox)
  if (!isKnown(store, run, id) && !inbox.has(id)) inbox.set(id, body)
}

/** Messages that wait, oldest first. */
export function readInbox(store: MemoryStore, run: RunId): readonly InboxMessage[] {
  return [...(store.inboxes.get(run) ?? [])].map(([id, body]) => ({ id, body: JSON.parse(body) as Json }))
}
