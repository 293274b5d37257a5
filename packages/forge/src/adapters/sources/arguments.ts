/** What the arguments of a test say: its name, and options such as `{ skip: true }`. */
import type { SgNode } from '@ast-grep/napi'
import type { Mark } from './blocks.ts'

const functions = new Set(['arrow_function', 'function_expression', 'function', 'generator_function'])

export function isFunction(node: SgNode): boolean {
  return functions.has(String(node.kind()))
}

/** A call may create the function, and a name may refer to it. */
export function hasFunction(given: readonly SgNode[]): boolean {
  return given.some((one) => isFunction(one))
}

/** A computed name is represented by its source text. */
export function nameFrom(node: SgNode): string {
  const text = node.text()
  switch (String(node.kind())) {
    case 'string':
      return plain(text.slice(1, -1))
    case 'template_string':
      return node.has({ rule: { kind: 'template_substitution' } }) ? oneLine(text) : plain(text.slice(1, -1))
    default:
      return isFunction(node) ? (node.field('name')?.text() ?? 'anonymous') : oneLine(text)
  }
}

/** Escaped quotes do not change the name. */
function plain(text: string): string {
  return oneLine(text.replaceAll(/\\(['"`\\])/g, '$1'))
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

const options: Readonly<Record<string, Mark>> = {
  skip: 'skipped',
  ignore: 'skipped',
  todo: 'todo',
  only: 'only',
  fails: 'fails',
}

/** From all objects among the arguments: an option with a computed value is a condition. */
export function optionMarks(given: readonly SgNode[]): Mark[] {
  return given
    .filter((one) => one.kind() === 'object')
    .flatMap((object) => object.namedChildren())
    .flatMap((property): Mark[] => {
      const isShort = property.kind() === 'shorthand_property_identifier'
      const name = isShort ? property.text() : property.field('key')?.text().replaceAll(/['"]/g, '')
      const mark = name !== undefined && Object.hasOwn(options, name) ? options[name] : undefined
      if (mark === undefined) return []
      const value = isShort ? property : property.field('value')
      const text = value?.text() ?? ''
      if (/^(?:false|undefined|null|0|''|"")$/.test(text)) return []
      if (mark === 'only' || /^(?:string|template_string|true|number)$/.test(String(value?.kind()))) return [mark]
      return [{ when: `${name}: ${text}` }]
    })
}
