/** Reads the import graph of packages/forge/src from source text. No compiler: imports have one shape in this tree. */
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from '../run.ts'

/** Path below src (`core/next/next.ts`) → source text. */
export type Sources = ReadonlyMap<string, string>

export interface Import {
  /** As written. */
  readonly specifier: string
  readonly target: { kind: 'module'; path: string } | { kind: 'node'; name: string } | { kind: 'package'; name: string }
}

/** Path below src → what that module imports. */
export type Modules = ReadonlyMap<string, readonly Import[]>

const sourceFolder = join(root, 'packages/forge/src')

/** All modules of the package except tests, which may reach for whatever they test. */
export function readSources(): Sources {
  const paths = globSync('**/*.ts', { cwd: sourceFolder }).filter((path) => !path.endsWith('.test.ts'))
  return new Map(paths.toSorted().map((path) => [path, readFileSync(join(sourceFolder, path), 'utf8')]))
}

export function parseModules(sources: Sources): Modules {
  return new Map([...sources].map(([path, text]) => [path, specifiersIn(text).map((name) => parseImport(path, name))]))
}

// Type imports count: a type that points the wrong way is a dependency that points the wrong way.
const staticImport =
  /^[ \t]*(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,?\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?)?\s*from\s*['"]([^'"]+)['"]/gm
const bareImport = /^[ \t]*import\s*['"]([^'"]+)['"]/gm
const dynamicImport = /\bimport\s*\(\s*['"]([^'"]+)['"]/g

export function specifiersIn(text: string): string[] {
  return [staticImport, bareImport, dynamicImport].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match[1] ?? ''),
  )
}

function parseImport(importer: string, specifier: string): Import {
  if (specifier.startsWith('#')) return { specifier, target: { kind: 'module', path: specifier.slice(1) } }
  if (specifier.startsWith('.')) {
    return { specifier, target: { kind: 'module', path: posix.join(posix.dirname(importer), specifier) } }
  }
  if (specifier.startsWith('node:')) return { specifier, target: { kind: 'node', name: specifier } }
  const segments = specifier.split('/')
  const name = segments.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
  return { specifier, target: { kind: 'package', name } }
}
