/** Python: the environment by its lockfile, pytest and linters by their configuration. */
import { firstOf, hasFolder, hasMatch, type Finding, type Project } from './project.ts'

interface Environment {
  readonly mark: string
  readonly setup: string
  readonly prefix: string
}

const venv = 'python3 -m venv .venv'

const environments: readonly Environment[] = [
  { mark: 'uv.lock', setup: 'uv sync --frozen', prefix: 'uv run ' },
  { mark: 'poetry.lock', setup: 'poetry install --no-interaction', prefix: 'poetry run ' },
  { mark: 'pdm.lock', setup: 'pdm install --frozen-lockfile', prefix: 'pdm run ' },
  { mark: 'Pipfile.lock', setup: 'pipenv sync --dev', prefix: 'pipenv run ' },
  {
    mark: 'requirements-dev.txt',
    setup: `${venv} && .venv/bin/pip install -r requirements-dev.txt`,
    prefix: '.venv/bin/python -m ',
  },
  {
    mark: 'requirements.txt',
    setup: `${venv} && .venv/bin/pip install -r requirements.txt`,
    prefix: '.venv/bin/python -m ',
  },
  { mark: 'pyproject.toml', setup: `${venv} && .venv/bin/pip install -e .`, prefix: '.venv/bin/python -m ' },
  { mark: 'setup.py', setup: `${venv} && .venv/bin/pip install -e .`, prefix: '.venv/bin/python -m ' },
]

const manifests = ['pyproject.toml', 'setup.cfg', 'tox.ini', 'requirements-dev.txt', 'requirements.txt', 'Pipfile']

export function detectPython(project: Project): readonly Finding[] {
  const environment = environments.find(({ mark }) => project.paths.includes(mark))
  if (environment === undefined) return []
  const { mark, setup, prefix } = environment
  const texts = manifests.map((path) => ({ path, text: project.read(path) ?? '' }))
  const mentions = (word: RegExp): string | undefined => texts.find(({ text }) => word.test(text))?.path
  const pytest = firstOf(project, ['pytest.ini', 'conftest.py']) ?? mentions(/\bpytest\b/)
  const unittest = hasMatch(project, /^tests?\/(.*\/)?test_[^/]*\.py$/)
  const ruff = firstOf(project, ['ruff.toml', '.ruff.toml']) ?? mentions(/\[tool\.ruff|^ruff\b/m)
  const mypy = firstOf(project, ['mypy.ini', '.mypy.ini']) ?? mentions(/\[(tool\.)?mypy/)
  return [
    { kind: 'setup', run: setup, from: mark },
    ...(ruff === undefined ? [] : [lint(`${prefix}ruff check .`, ruff)]),
    ...(mypy === undefined ? [] : [lint(`${prefix}mypy .`, mypy)]),
    ...testsOf({ prefix, pytest, unittest, hasTests: hasFolder(project, 'tests') ? 'tests' : 'test' }),
  ]
}

function lint(run: string, from: string): Finding {
  return { kind: 'lint', run, from }
}

interface Tests {
  readonly prefix: string
  readonly pytest: string | undefined
  readonly unittest: string | undefined
  readonly hasTests: string
}

function testsOf({ prefix, pytest, unittest, hasTests }: Tests): Finding[] {
  if (pytest !== undefined) return [{ kind: 'test', run: `${prefix}pytest`, from: pytest }]
  if (unittest === undefined) return []
  const module = prefix.endsWith('-m ') ? 'unittest' : 'python -m unittest'
  return [{ kind: 'test', run: `${prefix}${module} discover -s ${hasTests}`, from: unittest }]
}
