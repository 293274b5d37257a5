/**
 * Packages of one repository (workspaces): where they are, and how each package manager runs a script in those that
 * have it.
 */
import { parse } from 'yaml'
import { readObject, textsIn, type Project } from './project.ts'

export type Manager = 'npm' | 'pnpm' | 'yarn' | 'modern yarn' | 'bun'

export interface Package {
  readonly folder: string
  readonly manifest: string
  /** The name in its package.json; its folder if it has none. */
  readonly name: string
  readonly scripts: Readonly<Record<string, string>>
}

/** A script and the packages in which it does something. */
export interface Inside {
  readonly script: string
  readonly of: readonly Package[]
  /** Whether other packages have the script as well, and it does nothing useful there. */
  readonly others: 'none' | 'some'
}

/** In the order of their paths. */
export function packagesIn(project: Project, manifest: Readonly<Record<string, unknown>>): readonly Package[] {
  const patterns = [...patternsOf(manifest['workspaces']), ...patternsOf(readYaml(project, 'pnpm-workspace.yaml'))]
  const [wanted, unwanted] = [
    patterns.filter((one) => !one.startsWith('!')),
    patterns.filter((one) => one.startsWith('!')),
  ]
  const isWanted = (folder: string): boolean =>
    wanted.some((pattern) => matches(pattern, folder)) && !unwanted.some((pattern) => matches(pattern.slice(1), folder))
  return project.paths.flatMap((path) => {
    const folder = path.endsWith('/package.json') ? path.slice(0, -'/package.json'.length) : ''
    if (folder === '' || folder.split('/').includes('node_modules') || !isWanted(folder)) return []
    const own = readObject(project, path) ?? {}
    const name = typeof own['name'] === 'string' ? own['name'] : folder
    return [{ folder, manifest: path, name, scripts: textsIn(own['scripts']) }]
  })
}

/** The first of these names that is a script in some packages. */
export function withScript(
  packages: readonly Package[],
  names: readonly string[],
  isUseful: (script: string | undefined) => boolean,
): Inside | undefined {
  for (const script of names) {
    const of = packages.filter(({ scripts }) => isUseful(scripts[script]))
    const others = packages.some(({ scripts }) => scripts[script] !== undefined && !isUseful(scripts[script]))
    if (of.length > 0) return { script, of, others: others ? 'some' : 'none' }
  }
  return undefined
}

/** In all packages that have it where that is harmless, otherwise in the named ones. */
export function runInPackages(manager: Manager, { script, of, others }: Inside, all: readonly Package[]): string {
  const isEverywhere = others === 'none'
  switch (manager) {
    case 'npm': {
      const run = script === 'test' ? 'npm test' : `npm run ${script}`
      return isEverywhere ? `${run} --workspaces --if-present` : `${run}${each(of, '--workspace')}`
    }
    case 'pnpm':
      if (isEverywhere) return script === 'test' ? 'pnpm -r test' : `pnpm -r run ${script}`
      return `pnpm${each(of, '--filter', './')} run ${script}`
    case 'bun':
      return isEverywhere ? `bun run --filter '*' ${script}` : `bun run${each(of, '--filter', './')} ${script}`
    case 'yarn':
      // Yarn's own option for all workspaces fails at the first one without the script.
      if (isEverywhere && of.length === all.length) return `yarn workspaces run ${script}`
      return of.map(({ name }) => `yarn workspace ${word(name)} run ${script}`).join(' && ')
    case 'modern yarn':
      // `workspaces foreach` is a plugin in some of its versions; this works in all.
      return of.map(({ name }) => `yarn workspace ${word(name)} run ${script}`).join(' && ')
  }
}

function each(packages: readonly Package[], flag: string, before = ''): string {
  return packages.map(({ folder }) => ` ${flag} ${word(before + folder)}`).join('')
}

/** Quotes a word for a shell line, whatever is in it. */
function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** A list of patterns, alone or under `packages`. */
function patternsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((one): one is string => typeof one === 'string')
  return typeof value === 'object' && value !== null && 'packages' in value ? patternsOf(value.packages) : []
}

function readYaml(project: Project, path: string): unknown {
  const text = project.read(path)
  if (text === undefined) return undefined
  try {
    return parse(text, { logLevel: 'silent' })
  } catch {
    return undefined
  }
}

/** `packages/*`, `apps/**`, or one folder. */
function matches(pattern: string, folder: string): boolean {
  const plain = pattern.replace(/^\.\//, '').replace(/\/$/, '')
  const source = plain
    .split('/')
    .map((part) => (part === '**' ? '.+' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')))
    .join('/')
  return new RegExp(`^${source}$`).test(folder)
}
