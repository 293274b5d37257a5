/**
 * Messages as data: the code of a message in the catalogue and its values. Every room makes messages with `say`; only
 * `render` turns them into text.
 *
 * 1. A string among the values is shown as it is: a name, a path, the text of a user, an agent or another program.
 * 2. A message among the values is rendered in the same language.
 * 3. `raw` is foreign text where a message is expected.
 */
import type { english, MessageKey } from '#messages/en.ts'

export type Said = Sentence | Raw | Several

export interface Sentence {
  readonly code: string
  readonly with?: Readonly<Record<string, Value>>
}

export interface Raw {
  readonly raw: string
}

export interface Several {
  readonly all: readonly Said[]
  readonly between: string
}

/** An amount of money, in millionths of a dollar. */
export interface Money {
  readonly micros: number
}

/** A number with this many decimal places. */
export interface Decimal {
  readonly decimal: number
  readonly digits: number
}

export type Value = string | number | Money | Decimal | Said

/** The names in a text that values must fill. */
type NamesIn<Text> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? (Inner extends `${infer Before}:${string}` ? Before : Inner) | NamesIn<Rest>
  : never

type Names<Key extends MessageKey> = NamesIn<(typeof english)[Key]>

/** The values of a message; none where its text has no names. */
export type ValuesOf<Key extends MessageKey> = [Names<Key>] extends [never]
  ? [values?: Readonly<Record<string, never>>]
  : [values: Readonly<Record<Names<Key>, Value>>]

export function say<Key extends MessageKey>(code: Key, ...[values]: ValuesOf<Key>): Sentence {
  return values === undefined ? { code } : { code, with: values }
}

/** The text of a user, an agent, git or another program. */
export function raw(text: string): Raw {
  return { raw: text }
}

/** Messages joined; a single one stays itself. */
export function several(all: readonly Said[], between = '; '): Said {
  const [first] = all
  return all.length === 1 && first !== undefined ? first : { all, between }
}

/** Whether a value of any form is a message. */
export function isSaid(value: unknown): value is Said {
  if (typeof value !== 'object' || value === null) return false
  const keys = Object.keys(value)
  if ('raw' in value) return keys.length === 1 && typeof value.raw === 'string'
  if ('all' in value) return keys.length === 2 && Array.isArray(value.all) && 'between' in value
  const isCode = 'code' in value && typeof value.code === 'string' && /^[a-z]\w*\.[a-z][\w-]*$/i.test(value.code)
  return isCode && keys.every((key) => key === 'code' || key === 'with')
}

/** With its texts shortened to at most this many characters in total; omissions are marked. */
export function truncated(said: Said, most: number): Said {
  let left = most
  return withTexts(said, (text) => {
    const kept = text.length <= left ? text : left === 0 ? '' : `${text.slice(0, left - 1)}…`
    left -= kept.length
    return kept
  })
}

/** With each text among its values changed: names, paths, foreign text. Forge's own words around them stay. */
export function withTexts(said: Said, change: (text: string) => string): Said {
  const value = (one: Value): Value => {
    if (typeof one === 'string') return change(one)
    return typeof one === 'number' || 'micros' in one || 'decimal' in one ? one : sentence(one)
  }
  const sentence = (one: Said): Said => {
    if ('raw' in one) return { raw: change(one.raw) }
    if ('all' in one) return { ...one, all: one.all.map(sentence) }
    if (one.with === undefined) return one
    return { ...one, with: Object.fromEntries(Object.entries(one.with).map(([name, given]) => [name, value(given)])) }
  }
  return sentence(said)
}

/** Whether it is the message of this code, or has it among its values. */
export function containsMessage(said: Said, code: MessageKey): boolean {
  if ('raw' in said) return false
  if ('all' in said) return said.all.some((one) => containsMessage(one, code))
  return (
    said.code === code || Object.values(said.with ?? {}).some((value) => isSaid(value) && containsMessage(value, code))
  )
}
