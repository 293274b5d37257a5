/** A file that a person wrote as YAML: from text to a checked value with its lines, or every fault in it. Total: no text throws. */
import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { raw, say, several, type Said, type Value } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import { either } from '#core/graph/one-of.ts'
import { issueText } from './issue-text.ts'
import { choicesAt, formsAt, keysAt, meaningAt, refusalAt, type SchemaNode } from './nodes.ts'
import { nearest } from '#model/nearest.ts'

/** What is wrong, and exactly where. */
export interface Fault {
  readonly file: string
  readonly line: number | undefined
  /** `limits.maxCost`; empty for the file as a whole. */
  readonly field: string
  readonly message: Said
}

export interface ParsedFile<T> {
  readonly value: T
  readonly lineOf: (path: readonly PropertyKey[]) => number | undefined
}

/** What a file may contain: the schema that checks it, and the same as JSON Schema, for suggestions. */
export interface Grammar<T> {
  readonly schema: z.ZodType<T>
  readonly node: () => SchemaNode
}

const longestText = 1_000_000

export function parseFile<T>(file: string, text: string, grammar: Grammar<T>): Result<ParsedFile<T>, readonly Fault[]> {
  if (text.length > longestText) return failed([faultAt(file, undefined, [], say('config.fileTooLarge'))])
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2', logLevel: 'silent' })
  const broken = [...document.errors, ...document.warnings]
  if (broken.length > 0)
    return failed(
      firstOfEachLine(
        broken.map(({ pos, message, code }) => faultAt(file, lines.linePos(pos[0]).line, [], yamlWords(code, message))),
      ),
    )
  const plain = plainValue(document)
  if (!plain.ok) return failed([faultAt(file, undefined, [], plain.failure)])
  // A missing key at the top has the first line.
  const lineOf = (path: readonly PropertyKey[]): number | undefined =>
    lineIn(document, lines, path) ?? (path.length > 0 && text.trim() !== '' ? 1 : undefined)
  const written = plain.value ?? {}
  const parsed = grammar.schema.safeParse(written)
  if (parsed.success) return success({ value: parsed.data, lineOf })
  const asking: Asking = { file, node: grammar.node(), written, lineOf }
  return failed(parsed.error.issues.flatMap((issue) => faultsOf(asking, issue)))
}

/** The context of a fault: the file, its grammar, and its content. */
interface Asking {
  readonly file: string
  readonly node: SchemaNode
  readonly written: unknown
  readonly lineOf: (path: readonly PropertyKey[]) => number | undefined
}

/** Further faults on a line mostly follow from the first. */
function firstOfEachLine(faults: readonly Fault[]): readonly Fault[] {
  return faults.filter(({ line }, index) => faults.findIndex((other) => other.line === line) === index)
}

function plainValue(document: Document.Parsed): Result<unknown, Said> {
  try {
    return success(document.toJS({ maxAliasCount: 50 }))
  } catch (error) {
    return failed(raw(error instanceof Error ? error.message : String(error)))
  }
}

function yamlWords(code: string, message: string): Said {
  if (code === 'TAB_AS_INDENT') return say('config.tabIndentation')
  if (code === 'DUPLICATE_KEY') return say('config.duplicateKey')
  return say('config.yamlFault', { message })
}

function faultsOf(asking: Asking, issue: z.core.$ZodIssue): Fault[] {
  const { file, lineOf } = asking
  const { path } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => faultAt(file, lineOf([...path, key]), [...path, key], unknownKey(asking, key, path)))
  if (issue.code === 'invalid_union') {
    const deeper = issue.errors.flat().filter((inner) => inner.path.length > 0 || inner.code === 'unrecognized_keys')
    if (deeper.length > 0)
      return deeper.flatMap((inner) => faultsOf(asking, { ...inner, path: [...path, ...inner.path] }))
  }
  return [faultAt(file, lineOf(path), path, issueWords(asking, issue))]
}

/** For a word that is not allowed: the allowed ones, and the one that was probably meant. */
function issueWords(asking: Asking, issue: z.core.$ZodIssue): Said {
  const { node, written } = asking
  const value = valueAt(written, issue.path)
  if (value === undefined) return missingWords(node, issue.path, written)
  if (isMisspelt(node, issue.path, written))
    return unknownKey(asking, String(issue.path.at(-1)), issue.path.slice(0, -1))
  const choices = choicesAt(node, issue.path, written)
  if (choices.length === 0) return otherWords(issue, value, formsAt(node, issue.path, written))
  if (typeof value !== 'string') return say('config.mustBeOneOf', { choices: choices.join(', ') })
  const refused = refusalAt(node, issue.path, written)
  const told = { value: JSON.stringify(value), choices: choices.join(', ') }
  if (refused !== undefined) return say('config.valueUnavailable', { ...told, why: refused })
  const meant = nearest(value, choices)
  return meant === undefined ? say('config.noneOfChoices', told) : say('config.noneOfChoicesMeant', { ...told, meant })
}

/** A plain value under an unknown name, beside known keys, is probably a misspelt key. */
function isMisspelt(node: SchemaNode, path: readonly PropertyKey[], written: unknown): boolean {
  const known = keysAt(node, path.slice(0, -1), written)
  const value = valueAt(written, path)
  return known.length > 0 && !known.includes(String(path.at(-1))) && (typeof value !== 'object' || Array.isArray(value))
}

/** What belongs there: the allowed words, or the meaning of the key. */
function missingWords(node: SchemaNode, path: readonly PropertyKey[], written: unknown): Said {
  const choices = choicesAt(node, path, written)
  if (choices.length > 0)
    return say('config.keyIsMissing', { meaning: say('config.oneOfChoices', { choices: choices.join(', ') }) })
  const meaning = meaningAt(node, path, written)
  return meaning === undefined ? say('value.isMissing') : say('config.keyIsMissing', { meaning })
}

/** A value of the wrong form. */
function otherWords(issue: z.core.$ZodIssue, value: unknown, forms: readonly (string | Said)[]): Said {
  if (issue.code === 'too_small' && typeof value === 'number')
    return issue.inclusive === true
      ? say('value.mustBeAtLeast', { least: String(issue.minimum), value })
      : say('value.mustBeMoreThan', { least: String(issue.minimum), value })
  if ((issue.code !== 'invalid_type' && issue.code !== 'invalid_union') || forms.length === 0)
    return issueText(issue, value)
  const [kinds, shown] = [either(forms), shownAs(value)]
  const words = forms.filter((form) => typeof form === 'string')
  const meant = typeof value === 'string' ? nearest(value, words) : undefined
  return meant === undefined
    ? say('value.mustBeKind', { kind: kinds, value: shown })
    : say('config.wrongKindMeant', { kinds, shown, meant })
}

function shownAs(value: unknown): Value {
  if (Array.isArray(value)) return say('value.aList')
  if (typeof value === 'object' && value !== null) return say('config.groupOfKeys')
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function valueAt(written: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | null | undefined)?.[step], written)
}

function unknownKey({ node, written }: Asking, key: string, path: readonly PropertyKey[]): Said {
  const known = keysAt(node, path, written)
  const meant = nearest(key, known)
  if (meant !== undefined) return say('config.noSuchKeyMeant', { meant })
  return say('config.noSuchKeyKnown', { known: known.join(', ') })
}

export function faultAt(file: string, line: number | undefined, path: readonly PropertyKey[], message: Said): Fault {
  return { file, line, field: path.map(String).join('.'), message }
}

/** The line of the deepest part of a path that exists in the file. */
function lineIn(document: Document.Parsed, lines: LineCounter, path: readonly PropertyKey[]): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const parent: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    const key = path[length - 1]
    const start = isMap(parent)
      ? parent.items.map((pair) => pair.key).find((node) => isScalar(node) && node.value === key)
      : document.getIn(path.slice(0, length), true)
    const offset = (start as { range?: readonly number[] | null } | undefined)?.range?.[0]
    if (offset !== undefined) return lines.linePos(offset).line
  }
  return undefined
}

/** `file:line: field: what` */
export function faultText({ file, line, field, message }: Fault): Said {
  const place = raw(line === undefined ? file : `${file}:${line}`)
  return several([place, ...(field === '' ? [] : [raw(field)]), message], ': ')
}
