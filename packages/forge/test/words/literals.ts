/** The texts that stand in the sources: every literal and template with words in it, and where it stands. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

export interface Literal {
  /** Path below src, and line. */
  readonly where: string
  readonly file: string
  /** Its text; what a template fills in is `⟨n⟩`. */
  readonly text: string
  /** Names of the properties and functions that it stands in, the nearest first. */
  readonly within: readonly string[]
}

const root = join(import.meta.dirname, '../../src')

interface Node {
  readonly type: string
  readonly start: number
  readonly [name: string]: unknown
}

export function literalsBelow(folder: string): readonly Literal[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /(?<!\.test)\.ts$/.test(path))
  return files.toSorted().flatMap(literalsIn)
}

function literalsIn(file: string): readonly Literal[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found: Literal[] = []
  const take = (node: Node, text: string, within: readonly string[]): void => {
    const line = source.slice(0, node.start).split('\n').length
    found.push({ where: `${file}:${line}`, file, text, within })
  }
  const visit = (node: unknown, within: readonly string[]): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, within))
    if (!isNode(node) || isType(node)) return undefined
    if (node.type === 'Literal')
      return typeof node['value'] === 'string' ? take(node, node['value'], within) : undefined
    if (node.type === 'TemplateLiteral') {
      take(node, templateText(node), within)
      return visit(node['expressions'], within)
    }
    // What is compared with is no text.
    if (node.type === 'BinaryExpression' && /^[!=]==$/.test(String(node['operator'])))
      return [node['left'], node['right']].forEach((one) => isNode(one) && one.type !== 'Literal' && visit(one, within))
    const named = nameOf(node)
    const inside = named === undefined ? within : [named, ...within]
    for (const [key, value] of Object.entries(node)) if (key !== 'key') visit(value, inside)
  }
  visit(parseSync(file, source, { lang: 'ts' }).program, [])
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** Types and imports are no texts. */
function isType({ type }: Node): boolean {
  return type === 'ImportDeclaration' || (type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(type))
}

function templateText(node: Node): string {
  const parts = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
  return parts.map(({ value }, index) => (index === 0 ? value.cooked : `⟨${index}⟩${value.cooked}`)).join('')
}

/** Of a property its key, of a call the function, of a declaration its name. */
function nameOf(node: Node): string | undefined {
  if (node.type === 'Property') return textOf(node['key'])
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return textOf(node['callee'])
  if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration') return textOf(node['id'])
  return undefined
}

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type === 'Literal') return String(node['value'])
  return node.type === 'MemberExpression' ? textOf(node['property']) : undefined
}

/** Two words of English beside each other: what a person would read as a phrase. */
export function isPhrase(text: string): boolean {
  return /[A-Za-z]{2,}[,;:]? [a-z]{2,}/.test(text)
}

/** The text with something in the place of what is filled in. */
export function sampleOf(text: string): string {
  return text.replaceAll(/⟨\d+⟩/g, () => '7')
}
