/** Processed message ids, kept for ever, and queued messages. A message is in at most one of the two. */
import type { InboxMessage } from '#engine/ports.ts'
import type { MessageId, RunId } from '#model/ids.ts'
import type { Json } from '#model/json.ts'
import type { MemoryStore } from './store.ts'

export function isKnown(store: MemoryStore, run: RunId, id: MessageId): boolean {
  return store.runs.get(run)?.messages.has(id) ?? false
}

/** Marks a message as processed: it is known from now on and no longer queued. */
export function remember(store: MemoryStore, run: RunId, id: MessageId): void {
  store.runs.get(run)?.messages.add(id)
  store.inboxes.get(run)?.delete(id)
}

/** Queues a message for the driver, unless it was processed or queued before. */
export function leaveMessage(store: MemoryStore, run: RunId, { id, body }: { id: MessageId; body: string }): void {
  const inbox = store.inboxes.get(run) ?? new Map<MessageId, string>()
  store.inboxes.set(run, inbox)
  if (!isKnown(store, run, id) && !inbox.has(id)) inbox.set(id, body)
}

/** Queued messages, oldest first. */
export function readInbox(store: MemoryStore, run: RunId): readonly InboxMessage[] {
  return [...(store.inboxes.get(run) ?? [])].map(([id, body]) => ({ id, body: JSON.parse(body) as Json }))
}
