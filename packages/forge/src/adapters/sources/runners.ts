/** The names of a test runner's functions in a file: what it imports and renames. */
import type { SgNode } from '@ast-grep/napi'

export interface Runners {
  /** Name in the file → the runner's function. */
  readonly words: ReadonlyMap<string, string>
  /** Names of objects that have these functions as properties. */
  readonly spaces: ReadonlySet<string>
  /** Whether the file imports any runner. */
  readonly imported: boolean
}

const packages =
  /['"](?:vitest|node:test|test|@jest\/globals|bun:test|mocha|@playwright\/test|ava|tape|tap|uvu|jasmine|@japa\/runner)['"]/
/** Runners whose default export is the test function. */
const isOneFunction = /['"](?:node:test|test|ava|tape|tap|@playwright\/test)['"]/

export function readRunners(root: SgNode): Runners {
  const words = new Map<string, string>()
  const spaces = new Set<string>()
  const statements = root
    .findAll({
      rule: { any: [{ kind: 'import_statement' }, { kind: 'variable_declarator', regex: String.raw`\brequire\(` }] },
    })
    .map((node) => node.text())
    .filter((text) => packages.test(text))
  for (const text of statements) {
    for (const [, list = ''] of text.matchAll(/\{([^}]*)\}/g)) {
      for (const one of list.split(',')) {
        const [name = '', local = name] = one
          .replace(/\btype\b/, '')
          .trim()
          .split(/\s+as\s+|\s*:\s*/)
        if (name !== '' && /^(?:it|test|describe|suite|context|specify)$/.test(name)) words.set(local.trim(), name)
      }
    }
    const space = /\*\s*as\s+(\w+)/.exec(text)?.[1]
    if (space !== undefined) spaces.add(space)
    const one = /^import\s+(\w+)\s*(?:,|\bfrom\b)/.exec(text)?.[1] ?? /^(\w+)\s*=/.exec(text)?.[1]
    if (one === undefined || one === 'type') continue
    if (isOneFunction.test(text)) words.set(one, 'test')
    else spaces.add(one)
  }
  return { words, spaces, imported: statements.length > 0 }
}
