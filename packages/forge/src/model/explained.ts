/** What a key of a file means, as the schema carries it: the words for editors, and the sentence that a fault tells in any language. */
import { render } from '#messages/render.ts'
import type { Said } from '#messages/said.ts'

export function explained(says: Said): { readonly description: string; readonly says: Said } {
  return { description: render(says, 'en'), says }
}
