/** Walks a JSON Schema along the content of a file: which keys and which words are allowed at a place. */
import { say, type Said } from '#messages/said.ts'

export interface SchemaNode {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly SchemaNode[]
  readonly oneOf?: readonly SchemaNode[]
  readonly items?: SchemaNode
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly additionalProperties?: SchemaNode | boolean
  readonly description?: string
  /** Words that users might expect there and that are refused, with their replacement. */
  readonly refused?: Readonly<Record<string, Said>>
  /** The meaning of the key, for faults. */
  readonly says?: Said
}

/** Keys that are allowed at this place, given the other content there. */
export function keysAt(root: SchemaNode, path: readonly PropertyKey[], written?: unknown): readonly string[] {
  const found = nodesAt(root, path, written)
  return [...new Set(found.flatMap((node) => Object.keys(node.properties ?? {})))]
}

/** Words that are allowed at this place; none when it is not a choice of words. */
export function choicesAt(root: SchemaNode, path: readonly PropertyKey[], written?: unknown): readonly string[] {
  const nodes = nodesAt(root, path, written)
  const isChoice = nodes.length > 0 && nodes.every((node) => node.enum !== undefined || node.const !== undefined)
  return isChoice ? [...new Set(nodes.flatMap((node) => [...(node.enum ?? []), node.const].filter(isWord)))] : []
}

/** Why this particular word is refused at this place. */
export function refusalAt(root: SchemaNode, path: readonly PropertyKey[], written: unknown): Said | undefined {
  const value = path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step], written)
  const words = nodesAt(root, path, written).map(({ refused }) => refused?.[String(value)])
  return words.find((word) => word !== undefined)
}

/** What is allowed at this place, in words: `project`, `a number`, `a list`. */
export function formsAt(root: SchemaNode, path: readonly PropertyKey[], written: unknown): readonly (string | Said)[] {
  const forms = nodesAt(root, path, written).flatMap((node): readonly (string | Said)[] => {
    if (isWord(node.const)) return [node.const]
    if (node.enum !== undefined) return node.enum.map(String)
    return typeof node.type === 'string' ? [formWords[node.type] ?? node.type] : []
  })
  return [...new Set(forms)]
}

const formWords: Readonly<Record<string, Said>> = {
  string: say('value.aText'),
  number: say('value.aNumber'),
  integer: say('value.aWholeNumber'),
  boolean: say('value.trueOrFalse'),
  array: say('value.aList'),
  object: say('config.groupOfKeys'),
}

/** The meaning of a key. */
export function meaningAt(root: SchemaNode, path: readonly PropertyKey[], written: unknown): Said | undefined {
  const parents = nodesAt(root, path.slice(0, -1), written)
  const own = parents.map((parent) => childOf(parent, path.at(-1) ?? '')?.says)
  return own.find((meaning) => meaning !== undefined)
}

function isWord(value: unknown): value is string {
  return typeof value === 'string'
}

/** Every branch of the schema that applies to this place. */
function nodesAt(root: SchemaNode, path: readonly PropertyKey[], written: unknown): readonly SchemaNode[] {
  let nodes = branchesOf(root, written)
  let value = written
  for (const step of path) {
    value = (value as Record<PropertyKey, unknown> | null | undefined)?.[step]
    nodes = nodes.flatMap((node) => {
      const child = childOf(node, step)
      return child === undefined ? [] : branchesOf(child, value)
    })
  }
  return nodes
}

function childOf(node: SchemaNode, step: PropertyKey): SchemaNode | undefined {
  if (typeof step === 'number') return node.items
  const named = node.properties?.[String(step)]
  if (named !== undefined) return named
  return typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined
}

/** The alternatives of a node, without those whose fixed words contradict the content, if any are left then. */
function branchesOf(node: SchemaNode, value: unknown): readonly SchemaNode[] {
  const alternatives = node.anyOf ?? node.oneOf
  if (alternatives === undefined) return [node]
  const fitting = alternatives.filter((one) => fits(one, value))
  return (fitting.length > 0 ? fitting : alternatives).flatMap((one) => branchesOf(one, value))
}

function fits({ properties = {} }: SchemaNode, value: unknown): boolean {
  const written = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  // A missing key contradicts nothing.
  const fixed = Object.entries(properties).filter(([key, child]) => child.const !== undefined && key in written)
  return fixed.every(([key, child]) => written[key] === child.const)
}
