/** A value as JSON in which every sentence is its English text: what a test looks for in all of it. */
import { render } from '#messages/render.ts'
import { isSaid } from '#messages/said.ts'

export function inEnglish(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (isSaid(one) ? render(one, 'en') : one))
}
