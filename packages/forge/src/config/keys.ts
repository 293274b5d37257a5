/** The keys of the configuration as a table, read from the schema: for suggestions, help, documentation and `config get`. */
import { z } from 'zod'
import type { SchemaNode } from './nodes.ts'
import { defaults, Written } from './schema.ts'

export interface KeyRow {
  /** `limits.maxCost` */
  readonly key: string
  readonly type: string
  readonly description: string
  readonly fallback: string
  /** `names`: its keys are names that the user chooses, each with a value; `others`: so are all but the known ones. */
  readonly holds: 'value' | 'names' | 'others'
}

/** The placeholder for any unknown name in the key of a row. */
export const otherName = '<name>'

/** The row for a path. */
export function rowOf(rows: readonly KeyRow[], path: readonly string[]): KeyRow | undefined {
  const isAbout = ({ key }: KeyRow): boolean => key.split('.').every((part, index) => path[index] === part)
  const isOther = ({ key, holds }: KeyRow): boolean =>
    holds === 'others' && path.length > 1 && key === `${path.slice(0, -1).join('.')}.${otherName}`
  return rows.find(isAbout) ?? rows.find(isOther)
}

/** The JSON Schema that editors read. */
export function configSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(Written, { io: 'input' })
  return { $schema, title: 'Configuration of Forge', ...schema }
}

let root: SchemaNode | undefined

/** The same for the whole process: made once, on first use. */
export function rootNode(): SchemaNode {
  return (root ??= configSchema())
}

/** One row per key that holds a value. */
export function keyRows(): readonly KeyRow[] {
  return Object.entries(rootNode().properties ?? {}).flatMap(([key, node]) => rowsOf(key, node, defaults))
}

function rowsOf(key: string, node: SchemaNode, fallbacks: Readonly<Record<string, unknown>>): KeyRow[] {
  const name = key.split('.').at(-1) ?? key
  const fallback = fallbacks[name]
  // A key that is a group may have a short form beside it.
  const group = node.anyOf?.find(({ properties }) => properties !== undefined)
  if (group !== undefined) return rowsOf(key, group, fallbacks)
  if (node.properties === undefined) {
    const shown = fallback === undefined ? '' : JSON.stringify(fallback)
    const holds = typeof node.additionalProperties === 'object' ? 'names' : 'value'
    return [{ key, type: typeOf(node), description: node.description ?? '', fallback: shown, holds }]
  }
  const inner = (typeof fallback === 'object' && fallback !== null ? fallback : {}) as Record<string, unknown>
  const known = Object.entries(node.properties).flatMap(([child, below]) => rowsOf(`${key}.${child}`, below, inner))
  const other = node.additionalProperties
  if (typeof other !== 'object') return known
  const row = { key: `${key}.${otherName}`, type: typeOf(other), description: other.description ?? '', fallback: '' }
  return [...known, { ...row, holds: 'others' }]
}

function typeOf(node: SchemaNode): string {
  if (node.enum !== undefined) return node.enum.map(String).join(' or ')
  if (node.anyOf !== undefined) return node.anyOf.map(typeOf).join(' or ')
  if (node.type === 'array') return `list of ${typeOf(node.items ?? {})}`
  if (node.type === 'object' && node.properties === undefined) return 'names and their values'
  if (node.type === 'object') return `{${Object.keys(node.properties ?? {}).join(', ')}}`
  return node.type ?? 'anything'
}
