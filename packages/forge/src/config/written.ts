/** One configuration file: from text to checked values with their lines, or every fault in it. Total: no text throws. */
import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { failed, success, type Result } from '#model/result.ts'
import { Written } from './schema.ts'
import { keysAt } from './keys.ts'
import { nearest } from './suggest.ts'

/** What is wrong, and exactly where. */
export interface Fault {
  readonly file: string
  readonly line: number | undefined
  /** `limits.maxCost`; empty for the file as a whole. */
  readonly field: string
  readonly message: string
}

export interface WrittenFile {
  readonly written: Written
  lineOf(path: readonly PropertyKey[]): number | undefined
}

const longestText = 1_000_000

export function parseWritten(file: string, text: string): Result<WrittenFile, readonly Fault[]> {
  if (text.length > longestText)
    return failed([fault(file, undefined, [], 'the file is too large to be a configuration')])
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2', logLevel: 'silent' })
  const broken = [...document.errors, ...document.warnings]
  if (broken.length > 0)
    return failed(
      broken.map(({ pos, message, code }) => fault(file, lines.linePos(pos[0]).line, [], yamlWords(code, message))),
    )
  const value = plainValue(document)
  if (!value.ok) return failed([fault(file, undefined, [], value.failure)])
  const lineOf = (path: readonly PropertyKey[]): number | undefined => lineIn(document, lines, path)
  const parsed = Written.safeParse(value.value ?? {})
  if (parsed.success) return success({ written: parsed.data, lineOf })
  return failed(parsed.error.issues.flatMap((issue) => faultsOf(file, issue, lineOf)))
}

function plainValue(document: Document.Parsed): Result<unknown, string> {
  try {
    return success(document.toJS({ maxAliasCount: 50 }))
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

function yamlWords(code: string, message: string): string {
  if (code === 'TAB_AS_INDENT') return 'a tab is used for indentation; YAML wants spaces'
  if (code === 'DUPLICATE_KEY') return 'the same key stands here twice'
  return message
}

function faultsOf(file: string, issue: z.core.$ZodIssue, lineOf: WrittenFile['lineOf']): Fault[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => fault(file, lineOf([...path, key]), [...path, key], unknownKey(key, path)))
  if (issue.code === 'invalid_union') {
    const deeper = issue.errors.flat().filter((inner) => inner.path.length > 0 || inner.code === 'unrecognized_keys')
    if (deeper.length > 0)
      return deeper.flatMap((inner) => faultsOf(file, { ...inner, path: [...path, ...inner.path] }, lineOf))
  }
  return [fault(file, lineOf(path), path, issue.message)]
}

function unknownKey(key: string, path: readonly PropertyKey[]): string {
  const known = keysAt(path)
  const meant = nearest(key, known)
  if (meant !== undefined) return `there is no such key; did you mean ${meant}?`
  return `there is no such key; known here: ${known.join(', ')}`
}

function fault(file: string, line: number | undefined, path: readonly PropertyKey[], message: string): Fault {
  return { file, line, field: path.map(String).join('.'), message }
}

/** The line of the deepest part of a path that stands in the file. */
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
