/** Messages of schemas. A schema can only carry a text, so it carries the code of the message. */
import { english, type MessageKey } from '#messages/en.ts'
import { raw, type Said } from '#messages/said.ts'

/** The code of a message without values, where a schema wants a text. */
export function codeOf<Key extends MessageKey>(code: Key): Key {
  return code
}

/** The message for a fault that a schema found: one of Forge, or the text of the schema library. */
export function saidBySchema(message: string): Said {
  return message in english ? { code: message } : raw(message)
}
