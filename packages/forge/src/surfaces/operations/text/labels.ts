/** Labels in front of values, as wide as the widest label in the current language. */
import type { MessageKey } from '#messages/en.ts'
import { dim, type Span } from './line.ts'
import { textOf } from './message.ts'
import { padded, widthOf } from './width.ts'

/** Messages without values. */
type LabelKey = Extract<
  MessageKey,
  `${'status' | 'show' | 'tools' | 'preflight' | 'question' | 'learned' | 'init' | 'plan'}.${string}`
>

export function labelsOf<Key extends LabelKey>(...keys: readonly Key[]): (key: Key) => Span {
  const texts = new Map(keys.map((key) => [key, wordsOf(key)]))
  const widest = Math.max(...[...texts.values()].map(widthOf))
  return (key) => dim(padded(texts.get(key) ?? '', widest + 2))
}

function wordsOf(key: LabelKey): string {
  return (textOf as (key: LabelKey) => string)(key)
}
