/** The keys of the configuration as a table, read from the schema: for suggestions, help, documentation and `config get`. */
import { z } from 'zod'
import { defaults, Written } from './schema.ts'

export interface KeyRow {
  /** `limits.maxCost` */
  readonly key: string
  readonly type: string
  readonly description: string
  readonly fallback: string
}

interface Node {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Node[]
  readonly items?: Node
  readonly properties?: Readonly<Record<string, Node>>
  readonly description?: string
}

/** The JSON Schema that editors read. */
export function configSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(Written, { io: 'input' })
  return { $schema, title: 'Configuration of Forge', ...schema }
}

function rootNode(): Node {
  return configSchema()
}

/** Keys that may stand at this place. */
export function keysAt(path: readonly PropertyKey[]): readonly string[] {
  const node = path.reduce<Node | undefined>((at, step) => at && childOf(at, step), rootNode())
  return Object.keys(node === undefined ? {} : propertiesOf(node))
}

function childOf(node: Node, step: PropertyKey): Node | undefined {
  if (typeof step === 'number') return node.items
  return propertiesOf(node)[String(step)]
}

function propertiesOf(node: Node): Readonly<Record<string, Node>> {
  return node.properties ?? node.anyOf?.find(({ properties }) => properties !== undefined)?.properties ?? {}
}

/** One row per key that holds a value. */
export function keyRows(): readonly KeyRow[] {
  return Object.entries(rootNode().properties ?? {}).flatMap(([key, node]) => rowsOf(key, node, defaults))
}

function rowsOf(key: string, node: Node, fallbacks: Readonly<Record<string, unknown>>): KeyRow[] {
  const name = key.split('.').at(-1) ?? key
  const fallback = fallbacks[name]
  if (node.properties === undefined) {
    const shown = fallback === undefined ? '' : JSON.stringify(fallback)
    return [{ key, type: typeOf(node), description: node.description ?? '', fallback: shown }]
  }
  const inner = (typeof fallback === 'object' && fallback !== null ? fallback : {}) as Record<string, unknown>
  return Object.entries(node.properties).flatMap(([child, below]) => rowsOf(`${key}.${child}`, below, inner))
}

function typeOf(node: Node): string {
  if (node.enum !== undefined) return node.enum.map(String).join(' or ')
  if (node.anyOf !== undefined) return node.anyOf.map(typeOf).join(' or ')
  if (node.type === 'array') return `list of ${typeOf(node.items ?? {})}`
  if (node.type === 'object') return `{${Object.keys(node.properties ?? {}).join(', ')}}`
  return node.type ?? 'anything'
}
