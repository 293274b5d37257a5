/** Reads the import graph of packages/forge/src from source text. No compiler: imports have one shape in this tree. */
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from '../run.ts'

/** Path below src (`core/next/step.ts`) → source text. */
export type Sources = ReadonlyMap<string, string>

export interface Import {
  /** As written. */
  readonly specifier: string
  /** A type import loads nothing, `import()` nothing yet. */
  readonly how: 'at once' | 'as a type' | 'by import()'
  readonly target: { kind: 'module'; path: string } | { kind: 'node'; name: string } | { kind: 'package'; name: string }
}

/** Path below src → what that module imports. */
export type Modules = ReadonlyMap<string, readonly Import[]>

const sourceFolder = join(root, 'packages/forge/src')

/** All modules of the package except tests, which may import whatever they test. */
export function readSources(): Sources {
  const paths = globSync('**/*.ts', { cwd: sourceFolder }).filter((path) => !path.endsWith('.test.ts'))
  return new Map(paths.toSorted().map((path) => [path, readFileSync(join(sourceFolder, path), 'utf8')]))
}

export function parseModules(sources: Sources): Modules {
  return new Map(
    [...sources].map(([path, text]) => [
      path,
      importsIn(text).map((found) => ({ ...found, target: targetOf(path, found.specifier) })),
    ]),
  )
}

// Type imports count: a forbidden type import is a forbidden dependency.
const staticImport =
  /^[ \t]*(?:import|export)\s+(?<type>type\s+)?(?:[\w$]+\s*,?\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?)?\s*from\s*['"](?<name>[^'"]+)['"]/gm
const bareImport = /^[ \t]*import\s*['"](?<name>[^'"]+)['"]/gm
const dynamicImport = /\bimport\s*\(\s*['"](?<name>[^'"]+)['"]/g

export function importsIn(text: string): { readonly specifier: string; readonly how: Import['how'] }[] {
  return [staticImport, bareImport, dynamicImport].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups }) => ({
      specifier: groups?.['name'] ?? '',
      how: pattern === dynamicImport ? 'by import()' : groups?.['type'] === undefined ? 'at once' : 'as a type',
    })),
  )
}

function targetOf(importer: string, specifier: string): Import['target'] {
  if (specifier.startsWith('#')) return { kind: 'module', path: specifier.slice(1) }
  if (specifier.startsWith('.')) return { kind: 'module', path: posix.join(posix.dirname(importer), specifier) }
  if (specifier.startsWith('node:')) return { kind: 'node', name: specifier }
  const segments = specifier.split('/')
  return { kind: 'package', name: segments.slice(0, specifier.startsWith('@') ? 2 : 1).join('/') }
}
