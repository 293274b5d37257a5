/**
 * The meaning of a key of a file, as the schema carries it: the text for editors, and the sentence of a fault in any
 * language.
 */
import { render } from '#messages/render.ts'
import type { Said } from '#messages/said.ts'

export function explained(says: Said): { readonly description: string; readonly says: Said } {
  return { description: render(says, 'en'), says }
}
