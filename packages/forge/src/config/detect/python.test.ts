/** Projects of Python by recorded files: a machine need not have uv, poetry, pipenv or a package index for these. */
import { describe, expect, it } from 'vitest'
import { detect } from './detect.ts'

type Files = Readonly<Record<string, string>>

function commands(files: Files): string[] {
  const isThere = (path: string): boolean => path in files
  const project = {
    paths: Object.keys(files).toSorted(),
    read: (path: string) => files[path],
    isTracked: isThere,
    isThere,
  }
  return detect(project).map(({ kind, run }) => `${kind}: ${run}`)
}

const venv = ['setup: python3 -m venv .venv', "setup: printf '*\\n' > .venv/.gitignore"]
const ignoring = { '.gitignore': '.venv\n*.egg-info\n' }

const pythons: readonly (readonly [string, Files, readonly string[]])[] = [
  [
    'pip with the extra that has pytest, and the tree before what is installed',
    {
      ...ignoring,
      'pyproject.toml':
        '[project]\nname = "shop"\ndependencies = ["flask"]\n[project.optional-dependencies]\ndocs = ["sphinx"]\ntest = [\n  "PyTest-Cov>=5", # coverage\n  "ruff",\n]\n[tool.ruff]\nline-length = 100\n',
      'src/shop/__init__.py': '',
      'src/shop/sub/__init__.py': '',
      'tests/__init__.py': '',
    },
    [
      'setup: python3 -m venv .venv',
      "setup: .venv/bin/python -m pip install -e '.[test]'",
      'lint: .venv/bin/python -m ruff check .',
      'test: PYTHONPATH=src .venv/bin/python -m pytest',
    ],
  ],
  [
    'pip with the extra of setup.cfg, and what setuptools writes is hidden from git',
    {
      'setup.cfg': '[metadata]\nname = shop\n[options.extras_require]\ndev =\n  pytest>=7\n  tox\n[tool:pytest]\n',
      'setup.py': 'setup()',
    },
    [
      ...venv,
      "setup: .venv/bin/python -m pip install -e '.[dev]'",
      `setup: for made in *.egg-info src/*.egg-info; do test ! -d "$made" || printf '*\\n' > "$made/.gitignore"; done`,
      'test: .venv/bin/python -m pytest',
    ],
  ],
  [
    'pip with the extra of setup.py',
    { ...ignoring, 'setup.py': "setup(extras_require={'docs': ['sphinx'], 'test': ['pytest>=7']})" },
    [
      'setup: python3 -m venv .venv',
      "setup: .venv/bin/python -m pip install -e '.[test]'",
      'test: .venv/bin/python -m pytest',
    ],
  ],
  [
    'pip with files of requirements, those of tests too',
    {
      ...ignoring,
      'requirements.txt': 'flask\n',
      'requirements/test.txt': '-r ../requirements.txt\npytest\n',
      'requirements/docs.txt': 'sphinx\n',
    },
    [
      'setup: python3 -m venv .venv',
      'setup: .venv/bin/python -m pip install -r requirements.txt -r requirements/test.txt',
      'test: .venv/bin/python -m pytest',
    ],
  ],
  [
    'pip with a dependency group, for which it must be new enough',
    {
      ...ignoring,
      'pyproject.toml':
        '[project]\nname = "shop"\n[build-system]\nbuild-backend = "hatchling.build"\n[dependency-groups]\ndev = ["pytest"]\n',
    },
    [
      'setup: python3 -m venv .venv',
      "setup: .venv/bin/python -m pip install --upgrade 'pip>=25.1'",
      'setup: .venv/bin/python -m pip install -e . --group dev',
      'test: .venv/bin/python -m pytest',
    ],
  ],
  [
    'pip, and pytest by name where nothing declares it',
    { ...ignoring, 'requirements.txt': 'flask\n', 'conftest.py': '' },
    [
      'setup: python3 -m venv .venv',
      'setup: .venv/bin/python -m pip install -r requirements.txt pytest',
      'test: .venv/bin/python -m pytest',
    ],
  ],
  [
    'a pyproject.toml that only configures tools is not installed',
    { ...ignoring, 'pyproject.toml': '[tool.pytest.ini_options]\n', 'requirements-dev.txt': 'pytest\n' },
    [
      'setup: python3 -m venv .venv',
      'setup: .venv/bin/python -m pip install -r requirements-dev.txt',
      'test: .venv/bin/python -m pytest',
    ],
  ],
  [
    'uv with the extra and the group that it does not bring by itself',
    {
      ...ignoring,
      'pyproject.toml':
        '[project]\nname = "shop"\n[project.optional-dependencies]\nlint = ["ruff"]\n[dependency-groups]\ndev = ["ipython"]\ntest = ["pytest", {include-group = "dev"}]\n[tool.ruff]\n',
      'uv.lock': 'name = "pytest"\nname = "ruff"\n',
      'shop/__init__.py': '',
    },
    [
      'setup: uv sync --frozen --extra lint --group test',
      'lint: .venv/bin/python -m ruff check .',
      'test: .venv/bin/python -m pytest',
    ],
  ],
  [
    'uv, and pytest beside its lock where nothing in it names it',
    { ...ignoring, 'pyproject.toml': '[project]\nname = "shop"\n', 'uv.lock': '', 'tests/conftest.py': '' },
    ['setup: uv sync --frozen', 'setup: uv pip install pytest', 'test: .venv/bin/python -m pytest'],
  ],
  [
    'poetry with a group that is optional',
    {
      'pyproject.toml':
        '[tool.poetry]\nname = "shop"\n[tool.poetry.group.test]\noptional = true\n[tool.poetry.group.test.dependencies]\npytest = "^8"\n',
      'poetry.lock': 'name = "pytest"\n',
    },
    [
      'setup: POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction --with test',
      "setup: printf '*\\n' > .venv/.gitignore",
      'test: .venv/bin/python -m pytest',
    ],
  ],
  [
    'pipenv',
    { ...ignoring, Pipfile: '[dev-packages]\npytest = "*"\n', 'Pipfile.lock': '{"develop": {"pytest": {}}}' },
    ['setup: PIPENV_VENV_IN_PROJECT=1 pipenv sync --dev', 'test: .venv/bin/python -m pytest'],
  ],
  [
    'tests that need nothing but Python',
    { 'tests/test_a.py': 'import unittest\n' },
    ['test: python3 -m unittest discover -s tests'],
  ],
  ['scripts without tests', { 'tool.py': '' }, []],
]

describe('Python, by recorded files', () => {
  it.each(pythons)('%s', (_name, files, expected) => expect(commands(files)).toEqual(expected))
})
