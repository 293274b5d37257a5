/** Finds the named functions and consts of a TypeScript module in its syntax tree. */
import { parseSync } from 'vite'

export interface Located {
  /** Names from the outermost to its own, joined by dots. */
  readonly path: string
  readonly start: number
  readonly end: number
  /** What a plant without `find` replaces. */
  readonly body: { readonly start: number; readonly end: number }
  /** The body is `{ … }` of statements; otherwise it is an expression. */
  readonly isBlock: boolean
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

export function locate(file: string, source: string): { functions: Located[]; errors: string[] } {
  const { program, errors } = parseSync(file, source)
  const functions: Located[] = []
  visit(program as unknown as Node, [], functions)
  return { functions, errors: errors.map(({ message }) => message) }
}

function visit(node: Node, path: readonly string[], into: Located[]): void {
  const named = nameAndValue(node)
  const inner = named === undefined ? path : [...path, named.name]
  if (named?.value !== undefined) into.push(locatedAt(node, inner, named.value))
  for (const child of childrenOf(node)) visit(child, inner, into)
}

function locatedAt({ start, end }: Node, path: readonly string[], value: Node): Located {
  const body = isNode(value['body']) && isFunction(value) ? value['body'] : value
  const isBlock = body.type === 'BlockStatement' || body.type === 'FunctionBody'
  return { path: path.join('.'), start, end, body: { start: body.start, end: body.end }, isBlock }
}

/** The name of a node, and what can be replaced there: classes only contribute their name. */
function nameAndValue(node: Node): { name: string; value?: Node } | undefined {
  switch (node.type) {
    case 'FunctionDeclaration': {
      const name = nameOf(node['id'])
      return name === undefined || !isNode(node['body']) ? undefined : { name, value: node }
    }
    case 'ClassDeclaration': {
      const name = nameOf(node['id'])
      return name === undefined ? undefined : { name }
    }
    case 'VariableDeclarator':
      return withValue(nameOf(node['id']), node['init'])
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'Property':
      return withValue(nameOf(node['key']), node['value'])
    default:
      return undefined
  }
}

function withValue(name: string | undefined, value: unknown): { name: string; value: Node } | undefined {
  return name === undefined || !isNode(value) ? undefined : { name, value: unwrapped(value) }
}

/** The object inside `{ … } as const satisfies T`. */
function unwrapped(node: Node): Node {
  const wraps = node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
  return wraps && isNode(node['expression']) ? unwrapped(node['expression']) : node
}

function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return String(node['name'])
  return node.type === 'Literal' ? String(node['value']) : undefined
}

function isFunction({ type }: Node): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
}
