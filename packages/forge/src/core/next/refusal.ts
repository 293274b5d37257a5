/** A command that cannot be followed now is a fact too: surfaces show it, and no caller waits for it. */
import type { Said } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import type { Message } from '#model/message.ts'

export function refused(message: Message, why: Said): Event {
  return { type: 'command.refused', v: 1, at: message.at, message: message.id, word: message.type, why }
}
