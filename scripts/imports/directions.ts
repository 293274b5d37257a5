/** Who may import whom. The table is the architecture; docs/ARCHITECTURE.md explains it. */
import { posix } from 'node:path'
import type { Import, Modules } from './modules.ts'

interface Row {
  /** The part of src this row speaks for; the first row that covers a module wins. */
  readonly from: string
  /** Parts of src it may import, besides itself. `own` stands for the adapter's own folder. */
  readonly modules: readonly string[]
  /** Parts it may import only late: as types, or by `import()`. */
  readonly late?: readonly string[]
  /** Parts of those above that are somebody else's to import. */
  readonly never?: readonly string[]
  /** `at once`: nothing in it is loaded late; whoever needs it late loads it whole. */
  readonly loads?: 'at once'
  /** `no files`: all of Node but `node:fs`. */
  readonly node: 'any' | 'no files' | 'none'
  readonly packages: 'any' | readonly string[]
}

const store = 'adapters/log/sqlite'
const below = ['messages', 'model', 'core', 'presets', 'engine', 'adapters', 'config', 'version.ts']

/** Surfaces select from views (`model/view`) and say them: of core they get what makes words and rows of views, not what folds. */
const textsOfViews = ['event-text', 'query-rows', 'query', 'reopen', 'coverage', 'gate-use', 'tool-calls'].map(
  (name) => `core/views/${name}`,
)

export const directions: readonly Row[] = [
  { from: 'messages', modules: ['messages'], node: 'none', packages: [] },
  { from: 'model', modules: ['messages', 'model'], node: 'none', packages: ['zod', '@noble/hashes'] },
  { from: 'core', modules: ['messages', 'model', 'core'], node: 'none', packages: [] },
  {
    from: 'presets',
    modules: ['messages', 'model', 'core/graph', 'core/gates/parse', 'presets'],
    node: 'none',
    packages: [],
  },
  { from: 'config', modules: ['messages', 'model', 'core/graph', 'presets', 'config'], node: 'none', packages: 'any' },
  { from: 'engine', modules: ['messages', 'model', 'core', 'engine'], node: 'none', packages: [] },
  // Agents that run as programs differ in their flags and their language; how a session is started, heard and ended is one.
  {
    from: 'adapters/agents',
    modules: [
      'messages',
      'model',
      'engine/ports',
      'adapters/exec',
      'adapters/files',
      'adapters/agents/session',
      'adapters/agents/result-tool',
      'own',
    ],
    node: 'any',
    packages: 'any',
  },
  {
    from: 'adapters/log',
    modules: ['messages', 'model', 'engine/ports', 'adapters/files', 'adapters/log/shared', 'own'],
    node: 'any',
    packages: 'any',
  },
  // The user's repository is reached by the same sealed git as Forge's own.
  {
    from: 'adapters/user-repository',
    modules: ['messages', 'model', 'engine/ports', 'adapters/git', 'own'],
    node: 'any',
    packages: 'any',
  },
  {
    from: 'adapters',
    modules: ['messages', 'model', 'engine/ports', 'adapters/exec', 'adapters/files', 'own'],
    node: 'any',
    packages: 'any',
  },
  {
    from: 'surfaces/operations',
    modules: [
      'forge.ts',
      'forge/refusal',
      'model',
      'config',
      ...textsOfViews,
      'messages',
      'surfaces/operations',
      'version.ts',
    ],
    node: 'none',
    packages: ['zod'],
  },
  {
    from: 'surfaces',
    modules: [
      'forge.ts',
      'forge/refusal',
      'model',
      'config',
      ...textsOfViews,
      'messages',
      'surfaces/operations',
      'own',
      'version.ts',
    ],
    node: 'no files',
    packages: 'any',
  },
  { from: 'testing', modules: [...below, 'forge', 'testing'], node: 'any', packages: 'any' },
  // Commands offer test equipment: it is loaded when one of them runs.
  { from: 'forge/testing', modules: [...below, 'forge'], late: ['testing'], node: 'none', packages: [] },
  // forge.ts is what others see, and the one late boundary; forge/ holds its parts.
  { from: 'forge.ts', modules: [...below, 'forge'], never: [store], node: 'none', packages: [] },
  // The one file that names the store.
  { from: 'forge/place/store', modules: [store], node: 'none', packages: [] },
  { from: 'forge/place', modules: [...below, 'forge'], never: [store], loads: 'at once', node: 'any', packages: 'any' },
  { from: 'forge', modules: [...below, 'forge'], never: [store], loads: 'at once', node: 'no files', packages: 'any' },
  {
    from: 'index.ts',
    modules: [...below, 'forge.ts', 'forge/refusal', 'surfaces/operations'],
    node: 'none',
    packages: [],
  },
  { from: 'version.ts', modules: [], node: 'none', packages: [] },
]

/** One sentence per import that points the wrong way. */
export function findViolations(modules: Modules): string[] {
  return [...modules].flatMap(([path, imports]) => {
    const row = directions.find(({ from }) => covers(from, path))
    if (row === undefined) return [`${path}: no row in scripts/imports/directions.ts says what it may import`]
    return imports.flatMap((found) => objectionsTo(found, path, { row, modules }))
  })
}

function objectionsTo(found: Import, path: string, known: { row: Row; modules: Modules }): string[] {
  const { row, modules } = known
  const { target } = found
  switch (target.kind) {
    case 'node':
      return mayUse(row.node, target.name) ? [] : [`${path}: ${row.from} may not import ${target.name}`]
    case 'package':
      return row.packages === 'any' || row.packages.includes(target.name)
        ? []
        : [`${path}: ${row.from} may not import the package ${target.name}`]
    case 'module': {
      const objections: string[] = []
      const allowed = row.modules.map((part) => (part === 'own' ? ownFolder(path) : part))
      const late = (row.late ?? []).some((part) => covers(part, target.path))
      if (late && found.how === 'at once')
        objections.push(`${path}: ${row.from} may import ${target.path} only late, as a type or by import()`)
      if (row.loads === 'at once' && found.how === 'by import()')
        objections.push(`${path}: ${target.path} is loaded late in forge.ts alone`)
      if ((row.never ?? []).some((part) => covers(part, target.path)))
        objections.push(`${path}: ${row.from} may not import ${target.path}; forge/place/store.ts names the store`)
      if (!late && !allowed.some((part) => covers(part, target.path)))
        objections.push(`${path}: ${row.from} may not import ${target.path}`)
      if (found.specifier.startsWith('..'))
        objections.push(`${path}: write #${target.path}, so that leaving the folder is visible`)
      if (!modules.has(target.path)) objections.push(`${path}: ${found.specifier} names no module`)
      return objections
    }
  }
}

function mayUse(allowed: Row['node'], name: string): boolean {
  return allowed === 'any' || (allowed === 'no files' && !/^node:fs(\/|$)/.test(name))
}

/** `engine/ports` covers engine/ports.ts and everything in engine/ports/. */
function covers(part: string, path: string): boolean {
  return path === part || path === `${part}.ts` || path.startsWith(`${part}/`)
}

/** adapters/log/sqlite/open.ts owns adapters/log/sqlite; adapters/git/trees.ts owns adapters/git. */
function ownFolder(path: string): string {
  return posix.dirname(path).split('/').slice(0, 3).join('/')
}
