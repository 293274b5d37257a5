/**
 * The configuration from all its layers: user, project, local, environment, flags; the last one that says something wins,
 * key by key, and every value remembers who said it. Files are read through a port of one method.
 */
import { failed, success, type Result } from '#model/result.ts'
import { keyRows, type KeyRow } from './keys.ts'
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
  readonly key: string
  readonly value: unknown
  readonly origin: Origin
}

export interface Config {
  readonly settings: Settings
  /** As it was written, key by key, in the order of the schema; keys that nobody set and that have no default are absent. */
  readonly values: readonly Value[]
}

export interface ConfigSources {
  readonly files: readonly { readonly layer: 'user' | 'project' | 'local'; readonly path: string }[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Values by key (`limits.maxCost`), as the command line understood them. */
  readonly flags: Readonly<Record<string, unknown>>
  /** The text of a file, undefined when it is not there, or why it cannot be read. */
  readText(path: string): Result<string | undefined, string>
}

/** Few, for what is often different on one machine or for one call. */
export const variables: Readonly<Record<string, string>> = {
  FORGE_AGENT: 'agent',
  FORGE_LANG: 'language',
  FORGE_SLOTS: 'slots',
  FORGE_STRATEGY: 'strategy',
  FORGE_CLAIMS: 'claims',
  FORGE_OVERLAPS: 'overlaps',
  FORGE_PROMPT_MODE: 'prompts.mode',
  FORGE_SANDBOX: 'sandbox',
  FORGE_MAX_COST: 'limits.maxCost',
  FORGE_MAX_TOKENS: 'limits.maxTokens',
  FORGE_MAX_MINUTES: 'limits.maxMinutes',
}

export function loadConfig(sources: ConfigSources): Result<Config, readonly Fault[]> {
  const rows = keyRows().filter(({ key }) => key !== '$schema')
  const found = new Map<string, Value>()
  const faults: Fault[] = []
  const note = (values: Result<readonly Value[], readonly Fault[]>): void => {
    if (values.ok) for (const value of values.value) found.set(value.key, value)
    else faults.push(...values.failure)
  }
  note(success(valuesIn(rows, defaults, () => ({ layer: 'default', where: 'default', line: undefined }))))
  for (const file of sources.files) note(readLayer(rows, file, sources))
  note(readVariables(rows, sources.env))
  note(readFlags(rows, sources.flags))
  if (faults.length > 0) return failed(faults)
  const values = rows.flatMap(({ key }) => found.get(key) ?? [])
  return success({ values, settings: normalise(Written.parse(treeOf(values))) })
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
  return success(valuesIn(rows, value.value, (key) => ({ layer, where: path, line: value.lineOf(key.split('.')) })))
}

function readVariables(rows: readonly KeyRow[], env: ConfigSources['env']): Result<readonly Value[], readonly Fault[]> {
  const given = Object.entries(variables).flatMap(([name, key]) => {
    const text = env[name]
    const isNumber = rows.find((row) => row.key === key)?.type.match(/number|integer/) !== null
    if (text === undefined || text === '') return []
    return [
      {
        key,
        value: isNumber && text.trim() !== '' ? numberOr(text) : text,
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
      return { key, value: flags[key], origin: { layer: 'flag', where, line: undefined } }
    }),
  )
}

/** Single values, each against the schema, so that a fault names who said it. */
function checked(values: readonly Value[]): Result<readonly Value[], readonly Fault[]> {
  const faults = values.flatMap((value): Fault[] => {
    const parsed = Written.safeParse(treeOf([value]))
    if (parsed.success) return []
    return [
      { file: value.origin.where, line: undefined, field: value.key, message: parsed.error.issues[0]?.message ?? '' },
    ]
  })
  return faults.length > 0 ? failed(faults) : success(values)
}

function valuesIn(rows: readonly KeyRow[], written: Written, originOf: (key: string) => Origin): Value[] {
  return rows.flatMap(({ key }) => {
    const value = key
      .split('.')
      .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], written)
    return value === undefined ? [] : [{ key, value, origin: originOf(key) }]
  })
}

/** Keys of one or two words back into the form of the file. */
function treeOf(values: readonly Pick<Value, 'key' | 'value'>[]): Record<string, unknown> {
  const tree: Record<string, Record<string, unknown> | unknown> = {}
  for (const { key, value } of values) {
    const [first = key, second] = key.split('.')
    tree[first] = second === undefined ? value : { ...(tree[first] as object | undefined), [second]: value }
  }
  return tree
}
