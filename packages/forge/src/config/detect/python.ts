/**
 * Python: an environment in the tree, filled by the project's own tool, and the tools of its checks run from there.
 *
 * 1. The environment is `.venv` in the tree: a copy of setup for another tree contains it, and checks find it without
 *    the tool that made it. Git does not see it: if the project does not ignore it, it ignores itself.
 * 2. Programs in it are started as modules: their scripts contain the path of the tree that they were made in.
 * 3. Imports must find the tree itself first. An installed copy of the project, or a link to it, is that of the first
 *    tree.
 * 4. Checks run what setup installs: a tool that nothing installs is installed by name, or not proposed.
 */
import { firstOf, firstTracked, hasFolder, hasMatch, type Finding, type Project } from './project.ts'
import { brings, importRoots, isInstallable, needsOf, type Needs, type Source } from './python-needs.ts'

/** The tool that fills the environment. */
type Installer = 'uv' | 'poetry' | 'pdm' | 'pipenv' | 'pip'

interface Chosen {
  readonly installer: Installer
  readonly from: string
  /** The text of its lockfile, which names everything that it installs. */
  readonly lock: string | undefined
}

const lockfiles: readonly (readonly [Installer, string])[] = [
  ['uv', 'uv.lock'],
  ['poetry', 'poetry.lock'],
  ['pdm', 'pdm.lock'],
  ['pipenv', 'Pipfile.lock'],
]

const python = '.venv/bin/python'

export function detectPython(project: Project): readonly Finding[] {
  const needs = needsOf(project)
  const chosen = chosenFor(project, needs)
  if (chosen === undefined) return bareTests(project)
  const pytest = usesPytest(project, needs)
  const tools = toolsOf(project, { needs, chosen, pytest })
  const isOf = (tool: string) => tools.find(({ name }) => name === tool)
  const roots = isInstallable(project) ? importRoots(project) : []
  const run = `${roots.length === 0 ? '' : `PYTHONPATH=${roots.join(':')} `}${python} -m`
  const [ruff, mypy] = [isOf('ruff'), isOf('mypy')]
  return [
    ...setupOf(project, { needs, chosen, tools }),
    ...(ruff === undefined ? [] : [lint(`${python} -m ruff check .`, ruff.from)]),
    ...(mypy === undefined ? [] : [lint(`${run} mypy .`, mypy.from)]),
    ...testsOf(project, run, pytest),
  ]
}

function chosenFor(project: Project, needs: readonly Needs[]): Chosen | undefined {
  for (const [installer, file] of lockfiles)
    if (firstTracked(project, [file]) !== undefined) return { installer, from: file, lock: project.read(file) ?? '' }
  if (/^\[tool\.poetry/m.test(project.read('pyproject.toml') ?? ''))
    return { installer: 'poetry', from: 'pyproject.toml', lock: undefined }
  const isOwn = isInstallable(project)
  const from = isOwn ? firstOf(project, ['pyproject.toml', 'setup.py', 'setup.cfg']) : needs[0]?.from
  return from === undefined ? undefined : { installer: 'pip', from, lock: undefined }
}

/** The file that shows it. */
function usesPytest(project: Project, needs: readonly Needs[]): string | undefined {
  const configured: readonly (readonly [string, RegExp])[] = [
    ['pyproject.toml', /^\[tool\.pytest/m],
    ['tox.ini', /^\[pytest\]|\bpytest\b/m],
    ['setup.cfg', /^\[tool:pytest\]/m],
    ['Pipfile', /^pytest\b/m],
  ]
  return (
    firstOf(project, ['pytest.ini', '.pytest.ini', 'conftest.py']) ??
    hasMatch(project, /^(?:tests?|src)\/(?:.*\/)?conftest\.py$/) ??
    configured.find(([path, words]) => words.test(project.read(path) ?? ''))?.[0] ??
    needs.find(({ packages }) => brings(packages, 'pytest'))?.from
  )
}

interface Tool {
  readonly name: string
  /** Why it runs. */
  readonly from: string
  /** The place that names it; undefined: none does, or the lockfile already has it. */
  readonly source: Source | undefined
  readonly isInstalled: boolean
}

interface Known {
  readonly needs: readonly Needs[]
  readonly chosen: Chosen
  readonly pytest: string | undefined
}

/**
 * Tests are worth installing an undeclared tool; a linter without a pinned version changes its findings every month.
 */
function toolsOf(project: Project, { needs, chosen, pytest }: Known): readonly Tool[] {
  const pyproject = project.read('pyproject.toml') ?? ''
  const wanted: readonly (readonly [string, string | undefined])[] = [
    ['pytest', pytest],
    [
      'ruff',
      firstOf(project, ['ruff.toml', '.ruff.toml']) ??
        (/^\[tool\.ruff/m.test(pyproject) ? 'pyproject.toml' : undefined),
    ],
    [
      'mypy',
      firstOf(project, ['mypy.ini', '.mypy.ini']) ?? (/^\[tool\.mypy/m.test(pyproject) ? 'pyproject.toml' : undefined),
    ],
  ]
  return wanted.flatMap(([name, configured]): Tool[] => {
    const named = needs.filter(({ packages }) => brings(packages, name))
    const declared = named.find(({ source }) => isUsual(source, chosen.installer)) ?? named[0]
    const isLocked = chosen.lock !== undefined && new RegExp(`"?\\b${name}"?\\s*(?:$|:)`, 'm').test(chosen.lock)
    const isInstalled = declared !== undefined || isLocked
    const from = configured ?? declared?.from
    return from === undefined || (name !== 'pytest' && !isInstalled)
      ? []
      : [{ name, from, source: declared?.source, isInstalled }]
  })
}

/** What an installer installs by default. */
function isUsual(source: Source, installer: Installer): boolean {
  if (source.in === 'project') return true
  return source.in === 'group' && source.name === 'dev' && (installer === 'uv' || installer === 'pdm')
}

interface Installing {
  readonly needs: readonly Needs[]
  readonly chosen: Chosen
  readonly tools: readonly Tool[]
}

function setupOf(project: Project, installing: Installing): Finding[] {
  const { chosen, tools } = installing
  const { installer, from } = chosen
  const undeclared = tools.filter(({ isInstalled }) => !isInstalled)
  const isIgnored = /^\/?\.venv\/?\s*$/m.test(project.read('.gitignore') ?? '')
  const hides = isIgnored ? [] : [`printf '*\\n' > .venv/.gitignore`]
  const lines =
    installer === 'pip'
      ? ['python3 -m venv .venv', ...hides, ...pipLines(project, installing)]
      : [installLine(chosen, tools), ...hides, ...undeclared.map(({ name }) => addLine(installer, name))]
  return lines.map((run) => ({ kind: 'setup', run, from }))
}

function installLine({ installer }: Chosen, tools: readonly Tool[]): string {
  const sources = tools.flatMap(({ source }) => (source === undefined || isUsual(source, installer) ? [] : [source]))
  const names = (kind: Source['in']): string[] => [
    ...new Set(sources.flatMap((one) => (one.in === kind && 'name' in one ? [one.name] : []))),
  ]
  const flags = (flag: string, list: readonly string[]): string => list.map((name) => ` ${flag} ${name}`).join('')
  switch (installer) {
    case 'uv':
      return `uv sync --frozen${flags('--extra', names('extra'))}${flags('--group', names('group'))}`
    case 'poetry': {
      const groups = flags('--with', [...names('optional group'), ...names('group')])
      return `POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction${flags('--extras', names('extra'))}${groups}`
    }
    case 'pdm':
      return `pdm install --frozen-lockfile${flags('--group', [...names('extra'), ...names('group')])}`
    case 'pipenv':
      return 'PIPENV_VENV_IN_PROJECT=1 pipenv sync --dev'
    case 'pip':
      return ''
  }
}

/** Beside the lock, since nothing in it names the tool. */
function addLine(installer: Installer, tool: string): string {
  return installer === 'uv' ? `uv pip install ${tool}` : `${python} -m pip install ${tool}`
}

function pipLines(project: Project, { needs, tools }: Installing): string[] {
  const used = new Set(tools.flatMap(({ source }) => (source === undefined ? [] : [source])))
  const named = needs.filter(({ source }) => used.has(source))
  const files = needs.flatMap(({ source }) => {
    if (source.in !== 'file') return []
    return source.path === 'requirements.txt' || used.has(source) ? [source.path] : []
  })
  const extras = named.flatMap(({ source }) => (source.in === 'extra' ? [source.name] : []))
  const groups = named.flatMap(({ source }) => (source.in === 'group' ? [source.name] : []))
  const own = !isInstallable(project)
    ? []
    : [extras.length === 0 ? '-e .' : `-e '.[${[...new Set(extras)].join(',')}]'`]
  const undeclared = tools.flatMap(({ name, isInstalled }) => (isInstalled ? [] : [name]))
  const args = [...files.map((path) => `-r ${path}`), ...own, ...groups.map((name) => `--group ${name}`), ...undeclared]
  // pip reads groups since version 25.1, and a new environment has the version that came with Python.
  const newer = groups.length === 0 ? [] : [`${python} -m pip install --upgrade 'pip>=25.1'`]
  const made = own.length > 0 && leavesMetadata(project) ? [hideMetadata] : []
  return [...newer, ...(args.length === 0 ? [] : [`${python} -m pip install ${args.join(' ')}`]), ...made]
}

/** Setuptools writes its metadata of the project beside its sources. */
function leavesMetadata(project: Project): boolean {
  const [, backend = 'setuptools'] =
    /^build-backend\s*=\s*["']([\w.-]+)/m.exec(project.read('pyproject.toml') ?? '') ?? []
  return backend.startsWith('setuptools') && !/egg-info/.test(project.read('.gitignore') ?? '')
}

const hideMetadata = `for made in *.egg-info src/*.egg-info; do test ! -d "$made" || printf '*\\n' > "$made/.gitignore"; done`

function lint(run: string, from: string): Finding {
  return { kind: 'lint', run, from }
}

function testsOf(project: Project, run: string, pytest: string | undefined): Finding[] {
  if (pytest !== undefined) return [{ kind: 'test', run: `${run} pytest`, from: pytest }]
  const found = unittestIn(project)
  return found === undefined
    ? []
    : [{ kind: 'test', run: `${run} unittest discover -s ${found.folder}`, from: found.file }]
}

function unittestIn(project: Project): { readonly folder: string; readonly file: string } | undefined {
  const file = hasMatch(project, /^tests?\/(.*\/)?test_[^/]*\.py$/)
  return file === undefined ? undefined : { file, folder: hasFolder(project, 'tests') ? 'tests' : 'test' }
}

/** Tests that need nothing but Python. */
function bareTests(project: Project): Finding[] {
  const found = unittestIn(project)
  const isPlain = found !== undefined && /^\s*(?:import|from) unittest\b/m.test(project.read(found.file) ?? '')
  return isPlain ? [{ kind: 'test', run: `python3 -m unittest discover -s ${found.folder}`, from: found.file }] : []
}
