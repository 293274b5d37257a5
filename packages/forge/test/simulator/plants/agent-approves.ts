/** Plant: whoever answers is believed to be a human. */
import type { Said } from '#messages/said.ts'
import type { Message } from '#model/message.ts'
import { principalFault as production } from '#core/next/human-only.ts'

export * from '#core/next/human-only.ts'

export function principalFault(message: Message): Said | undefined {
  return message.type === 'approve' ? undefined : production(message)
}
