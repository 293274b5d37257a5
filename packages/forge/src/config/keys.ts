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
  /** `names`: under it stand names of the writer's own, each with a value of its own. */
  readonly holds: 'value' | 'names'
}

/** The JSON Schema that editors read. */
export function configSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(Written, { io: 'input' })
  return { $schema, title: 'Configuration of Forge', ...schema }
}

let root: SchemaNode | undefined

/** The same for as long as the process lives: made once, when somebody asks. */
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
  if (node.properties === undefined) {
    const shown = fallback === undefined ? '' : JSON.stringify(fallback)
    const holds = typeof node.additionalProperties === 'object' ? 'names' : 'value'
    return [{ key, type: typeOf(node), description: node.description ?? '', fallback: shown, holds }]
  }
  const inner = (typeof fallback === 'object' && fallback !== null ? fallback : {}) as Record<string, unknown>
  return Object.entries(node.properties).flatMap(([child, below]) => rowsOf(`${key}.${child}`, below, inner))
}

function typeOf(node: SchemaNode): string {
  if (node.enum !== undefined) return node.enum.map(String).join(' or ')
  if (node.anyOf !== undefined) return node.anyOf.map(typeOf).join(' or ')
  if (node.type === 'array') return `list of ${typeOf(node.items ?? {})}`
  if (node.type === 'object' && node.properties === undefined) return 'names and their values'
  if (node.type === 'object') return `{${Object.keys(node.properties ?? {}).join(', ')}}`
  return node.type ?? 'anything'
}
