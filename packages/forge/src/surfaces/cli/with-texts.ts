/**
 * Messages for programs: code and values, and beside them the English text, so that a script can show it. A next step
 * has its command beside it.
 */
import { render } from '#messages/render.ts'
import { isSaid } from '#messages/said.ts'
import { isStep } from '#model/next.ts'
import { english, withLanguage } from '#surfaces/operations/text/message.ts'
import { commandOf } from './command.ts'

export function withTexts(value: unknown): unknown {
  if (isSaid(value)) return { ...value, text: render(value, 'en') }
  if (Array.isArray(value)) return value.map(withTexts)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withTexts(part)]))
  return isStep(value) ? { ...parts, command: withLanguage(english, () => commandOf(value)) } : parts
}
