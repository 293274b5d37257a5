/** Where a Python project declares its requirements: its own dependencies, extras, groups, and requirements files. */
import { hasMatch, type Project } from './project.ts'
import { tablesIn, textsOf, type Tables } from './toml.ts'

/** One place where a project names packages, in the words of its installer. */
export type Source =
  | { readonly in: 'project' }
  | { readonly in: 'extra' | 'group' | 'optional group'; readonly name: string }
  | { readonly in: 'file'; readonly path: string }

export interface Needs {
  readonly source: Source
  /** The file that declares it. */
  readonly from: string
  readonly packages: readonly string[]
}

const requirementFiles =
  /^(?:requirements\/)?(?:(?:dev|tests?|ci)[-_.])?(?:requirements|dev|tests?|testing|ci|lint|base|main)(?:[-_.](?:dev|tests?|testing|ci|lint))?\.txt$/

export function needsOf(project: Project): readonly Needs[] {
  const tables = tablesIn(project.read('pyproject.toml') ?? '')
  return [...ofProject(tables), ...ofGroups(tables), ...ofPoetry(tables), ...ofSetup(project), ...ofFiles(project)]
}

/** Whether the project itself can be installed, not only configured. */
export function isInstallable(project: Project): boolean {
  const tables = tablesIn(project.read('pyproject.toml') ?? '')
  const isBuilt = ['project', 'build-system', 'tool.poetry'].some((name) => tables.has(name))
  return isBuilt || project.paths.includes('setup.py') || /^\[metadata\]/m.test(project.read('setup.cfg') ?? '')
}

/** A plugin requires its tool: `pytest-cov` brings pytest. */
export function brings(packages: readonly string[], tool: string): boolean {
  return packages.some((name) => name === tool || name.startsWith(`${tool}-`))
}

function ofProject(tables: Tables): Needs[] {
  const from = 'pyproject.toml'
  const own = textsOf(tables.get('project')?.get('dependencies'))
  const extras = [...(tables.get('project.optional-dependencies') ?? [])].map(([name, value]): Needs => ({
    source: { in: 'extra', name },
    from,
    packages: textsOf(value).map(packageOf),
  }))
  return [
    ...(own.length === 0 ? [] : [{ source: { in: 'project' }, from, packages: own.map(packageOf) } as const]),
    ...extras,
  ]
}

/** The groups of `[dependency-groups]`, and uv's older key for the group `dev`. */
function ofGroups(tables: Tables): Needs[] {
  const from = 'pyproject.toml'
  const old = tables.get('tool.uv')?.get('dev-dependencies')
  const groups = [...(tables.get('dependency-groups') ?? []), ...(old === undefined ? [] : [['dev', old] as const])]
  return groups.map(([name, value]) => ({
    source: { in: 'group', name },
    from,
    packages: textsOf(value).map(packageOf),
  }))
}

function ofPoetry(tables: Tables): Needs[] {
  const from = 'pyproject.toml'
  return [...tables].flatMap(([table, keys]): Needs[] => {
    if (table === 'tool.poetry.dependencies' || table === 'tool.poetry.dev-dependencies')
      return [{ source: { in: 'project' }, from, packages: [...keys.keys()].map(packageOf) }]
    const [, name] = /^tool\.poetry\.group\.([^.]+)\.dependencies$/.exec(table) ?? []
    if (name === undefined) return []
    const isOptional = tables.get(`tool.poetry.group.${name}`)?.get('optional') === 'true'
    const source: Source = isOptional ? { in: 'optional group', name } : { in: 'project' }
    return [{ source, from, packages: [...keys.keys()].map(packageOf) }]
  })
}

/** Extras in setup.cfg and setup.py. */
function ofSetup(project: Project): Needs[] {
  const cfg = project.read('setup.cfg') ?? ''
  const [, section = ''] = /^\[options\.extras_require\]\s*\n([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(cfg) ?? []
  const ofCfg = [...section.matchAll(/^([\w.-]+)\s*=((?:.*\n?)(?:[ \t]+.*\n?)*)/gm)].map(([, name = '', lines = '']) =>
    extra(
      name,
      'setup.cfg',
      lines.split(/[\n;,]/).map((line) => line.trim()),
    ),
  )
  const [, dictionary = ''] = /extras_require\s*=\s*\{([\s\S]*?)\}/.exec(project.read('setup.py') ?? '') ?? []
  const ofPy = [...dictionary.matchAll(/["']([\w.-]+)["']\s*:\s*\[([\s\S]*?)\]/g)].map(([, name = '', list]) =>
    extra(name, 'setup.py', textsOf(list)),
  )
  return [...ofCfg, ...ofPy]
}

function extra(name: string, from: string, packages: readonly string[]): Needs {
  return { source: { in: 'extra', name }, from, packages: packages.filter((one) => one !== '').map(packageOf) }
}

function ofFiles(project: Project): Needs[] {
  return project.paths.flatMap((path): Needs[] => {
    if (!requirementFiles.test(path) || !project.isTracked(path)) return []
    const lines = (project.read(path) ?? '').split(/\r?\n/).map((line) => line.trim())
    const packages = lines.filter((line) => /^[A-Za-z]/.test(line)).map(packageOf)
    return [{ source: { in: 'file', path }, from: path, packages }]
  })
}

/** `PyTest[x] >=8 ; python_version > "3"` is pytest. */
function packageOf(requirement: string): string {
  const [name = ''] = /^[A-Za-z0-9][\w.-]*/.exec(requirement) ?? []
  return name.toLowerCase().replaceAll(/[_.]+/g, '-')
}

/**
 * The folders from which its packages are imported, besides the root: from there the code of another tree could be
 * imported instead.
 */
export function importRoots(project: Project): readonly string[] {
  const isHidden = (path: string): boolean =>
    /(?:^|\/)(?:tests?|docs?|examples?|benchmarks?|node_modules)\//.test(`${path}/`)
  const marked = project.paths.flatMap((path) =>
    path.endsWith('/__init__.py') ? [path.slice(0, -'/__init__.py'.length)] : [],
  )
  const packages = new Set(marked)
  const parentOf = (folder: string): string => folder.split('/').slice(0, -1).join('/')
  const tops = marked.filter((folder) => !packages.has(parentOf(folder)) && !isHidden(folder)).map(parentOf)
  const modules = hasMatch(project, /^src\/[^/]+\.py$/) === undefined ? [] : ['src']
  return [...new Set([...tops, ...modules])].filter((root) => root !== '').slice(0, 5)
}
