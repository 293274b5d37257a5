/**
 * The configuration from all its layers: user, project, local, environment, flags; the last layer that sets a key wins,
 * key by key and name by name (`routing.review`), and every value remembers its source. Files are read through a port
 * of one method.
 */
import { raw, say, type Said } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import { classOf, stricter } from './classes.ts'
import { issueText } from './issue-text.ts'
import { keyRows, rowOf, type KeyRow } from './keys.ts'
import { defaults, normalise, Written, type Settings } from './schema.ts'
import { parseWritten } from './written.ts'
import type { Fault } from './parse.ts'

export type Layer = 'default' | 'user' | 'project' | 'local' | 'environment' | 'flag'

export interface Origin {
  readonly layer: Layer
  /** File, variable or flag. */
  readonly where: string
  readonly line: number | undefined
}

export interface Value {
  /** `limits.maxCost`, `routing.review` */
  readonly key: string
  /** The same in its parts: a name may have a dot in it. */
  readonly path: readonly string[]
  readonly value: unknown
  readonly origin: Origin
}

export interface Config {
  readonly settings: Settings
  /** As written, key by key, in the order of the schema; unset keys without a default are absent. */
  readonly values: readonly Value[]
  /** Safety settings of the repository that are weaker than the user's; they do not count. */
  readonly untaken: readonly Value[]
}

export interface ConfigSources {
  readonly files: readonly { readonly layer: 'user' | 'project' | 'local'; readonly path: string }[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Values by key (`limits.maxCost`), as the command line parsed them. */
  readonly flags: Readonly<Record<string, unknown>>
  /** The text of a file, undefined when it does not exist, or why it cannot be read. */
  readText(path: string): Result<string | undefined, Said>
}

/** Few, for settings that often differ by machine or by call. */
export const variables: Readonly<Record<string, string>> = {
  FORGE_AGENT: 'agent',
  FORGE_LANG: 'language',
  FORGE_SLOTS: 'slots',
  FORGE_STRATEGY: 'strategy',
  FORGE_CLAIMS: 'claims',
  FORGE_OVERLAPS: 'overlaps',
  FORGE_PROMPT_MODE: 'prompts.mode',
  FORGE_SANDBOX: 'sandbox',
  FORGE_TRUSTED: 'trusted',
  FORGE_MAX_COST: 'limits.maxCost',
  FORGE_MAX_TOKENS: 'limits.maxTokens',
  FORGE_MAX_MINUTES: 'limits.maxMinutes',
}

export function loadConfig(sources: ConfigSources): Result<Config, readonly Fault[]> {
  const rows = keyRows().filter(({ key }) => key !== '$schema')
  const found = new Map<string, Value>()
  const faults: Fault[] = []
  const untaken: Value[] = []
  const note = (values: Result<readonly Value[], readonly Fault[]>): void => {
    if (!values.ok) return void faults.push(...values.failure)
    for (const value of values.value) {
      const name = JSON.stringify(value.path)
      const taken = besideOwn(value, found.get(name))
      if (isOfRepository(value) && isSame(taken, found.get(name)) && !isSame(taken.value, value.value))
        untaken.push(value)
      found.set(name, taken)
    }
  }
  note(success(valuesIn(rows, defaults, () => ({ layer: 'default', where: 'default', line: undefined }))))
  for (const file of sources.files) note(readLayer(rows, file, sources))
  note(readVariables(rows, sources.env))
  note(readFlags(rows, sources.flags))
  if (faults.length > 0) return failed(faults)
  const said = [...found.values()]
  const values = rows.flatMap((row) => said.filter(({ path }) => rowOf(rows, path) === row))
  return success({ values, untaken, settings: normalise(Written.parse(treeOf(values))) })
}

/** A safety setting of the repository counts only where it is stricter than the user's own. */
function besideOwn(value: Value, before: Value | undefined): Value {
  if (!isOfRepository(value) || before?.origin.layer !== 'user' || classOf(value.path) !== 'safety') return value
  const strict = stricter(value.key, before.value, value.value)
  if (isSame(strict, before.value)) return before
  return isSame(strict, value.value) ? value : { ...before, value: strict }
}

function isOfRepository({ origin: { layer } }: Value): boolean {
  return layer === 'project' || layer === 'local'
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

type SourceFile = ConfigSources['files'][number]

function readLayer(
  rows: readonly KeyRow[],
  { layer, path }: SourceFile,
  sources: ConfigSources,
): Result<readonly Value[], readonly Fault[]> {
  const text = sources.readText(path)
  if (!text.ok) return failed([{ file: path, line: undefined, field: '', message: text.failure }])
  if (text.value === undefined) return success([])
  const parsed = parseWritten(path, text.value)
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (layer !== 'user') {
    const own = Object.keys(value.value).find((key) => classOf([key]) === 'own')
    const message = say('config.onlyInYourOwn')
    if (own !== undefined) return failed([{ file: path, line: value.lineOf([own]), field: own, message }])
  }
  return success(valuesIn(rows, value.value, (at) => ({ layer, where: path, line: value.lineOf(at) })))
}

function readVariables(rows: readonly KeyRow[], env: ConfigSources['env']): Result<readonly Value[], readonly Fault[]> {
  const given = Object.entries(variables).flatMap(([name, key]) => {
    const text = env[name]
    const isNumber = rows.find((row) => row.key === key)?.type.match(/number|integer/) !== null
    const isList = rows.find((row) => row.key === key)?.type.startsWith('list') === true
    if (text === undefined || text === '') return []
    return [
      {
        key,
        path: key.split('.'),
        value: isList ? text.split(':') : isNumber && text.trim() !== '' ? numberOr(text) : text,
        origin: { layer: 'environment', where: name, line: undefined },
      } as const,
    ]
  })
  return checked(given)
}

function numberOr(text: string): number | string {
  return Number.isNaN(Number(text)) ? text : Number(text)
}

function readFlags(rows: readonly KeyRow[], flags: ConfigSources['flags']): Result<readonly Value[], readonly Fault[]> {
  const known = rows.filter(({ key }) => flags[key] !== undefined)
  return checked(
    known.map(({ key }) => {
      const name = key.split('.').at(-1) ?? key
      const where = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
      return { key, path: key.split('.'), value: flags[key], origin: { layer: 'flag', where, line: undefined } }
    }),
  )
}

/** Single values, each against the schema, so that a fault names its source. */
function checked(values: readonly Value[]): Result<readonly Value[], readonly Fault[]> {
  const faults = values.flatMap((value): Fault[] => {
    const parsed = Written.safeParse(treeOf([value]))
    if (parsed.success) return []
    const [issue] = parsed.error.issues
    const message = issue === undefined ? raw('') : issueText(issue, value.value)
    return [{ file: value.origin.where, line: undefined, field: value.key, message }]
  })
  return faults.length > 0 ? failed(faults) : success(values)
}

type OriginOf = (path: readonly string[]) => Origin

function valuesIn(rows: readonly KeyRow[], written: Written, originOf: OriginOf): Value[] {
  return rows.flatMap(({ key, holds }) => {
    const path = holds === 'others' ? key.split('.').slice(0, -1) : key.split('.')
    const value = path.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], written)
    if (value === undefined) return []
    if (holds === 'value') return [{ key, path, value, origin: originOf(path) }]
    return Object.entries(value as object).flatMap(([name, entry]) => {
      const own = [...path, name]
      if (holds === 'others' && rowOf(rows, own)?.holds !== 'others') return []
      return [{ key: own.join('.'), path: own, value: entry as unknown, origin: originOf(own) }]
    })
  })
}

/** Values back into the form of the file. */
function treeOf(values: readonly Pick<Value, 'path' | 'value'>[]): Record<string, unknown> {
  const tree: Record<string, unknown> = {}
  for (const { path, value } of values) {
    let at = tree
    for (const step of path.slice(0, -1)) at = at[step] = { ...(at[step] as object | undefined) }
    at[path.at(-1) ?? ''] = value
  }
  return tree
}
