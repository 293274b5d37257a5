/**
 * The form of a table of statuses: a word, and conditions in the language of gates that must all hold; the first line
 * that holds wins.
 */
import type { MessageKey } from '#messages/en.ts'
import type { StatusLine } from '#model/vocabulary.ts'
import { parseLines } from '#core/gates/parse.ts'

/** A status that Forge can translate into every language. */
type Word = MessageKey extends infer Key ? (Key extends `state.${infer Name}` ? Name : never) : never

export interface Statuses<Name extends Word> {
  /** The statuses that may follow each one; a status without any is an end. */
  readonly moves: Readonly<Record<Name, readonly Name[]>>
  readonly lines: readonly StatusLine[]
}

/** `rows`: a word and its conditions. */
export function statuses<Name extends Word>(
  moves: Statuses<Name>['moves'],
  rows: readonly (readonly [is: Name, ...when: readonly string[]])[],
): Statuses<Name> {
  const lines = rows.map(([is, ...when]) => ({ is, said: { code: `state.${is}` }, when: when.map(requirementOf) }))
  return { moves, lines }
}

function requirementOf(line: string): StatusLine['when'][number] {
  const parsed = parseLines([`require ${line}`], 1, { when: 'preflight', placeholders: [] })
  const [directive] = parsed.ok ? parsed.value : []
  if (directive?.kind !== 'require') throw new Error(`a status depends on "${line}", which is no condition`)
  return { field: directive.field, condition: directive.condition }
}
