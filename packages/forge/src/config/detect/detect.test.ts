import { describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import { initialConfig } from '../initial.ts'
import { normalise } from '../schema.ts'
import { parseWritten } from '../written.ts'
import { detect } from './detect.ts'
import type { Project } from './project.ts'

type Files = Readonly<Record<string, string>>

/** `untracked`: files that exist and that git does not track. */
function commands(files: Files, untracked: readonly string[] = []): string[] {
  return detect(projectOf(files, untracked)).map(
    ({ kind, run, cwd }) => `${kind}${cwd === '.' ? '' : ` in ${cwd}`}: ${run}`,
  )
}

function projectOf(files: Files, untracked: readonly string[] = []): Project {
  const paths = Object.keys(files).toSorted()
  const isThere = (path: string): boolean => paths.includes(path)
  return {
    paths,
    read: (path) => files[path],
    isTracked: (path) => isThere(path) && !untracked.includes(path),
    isThere,
  }
}

const npmScripts = JSON.stringify({
  scripts: { build: 'tsc', test: 'vitest run', lint: 'eslint .', typecheck: 'tsc --noEmit' },
  devDependencies: { vitest: '1' },
})

const projects: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  [
    'npm with a lockfile',
    { 'package.json': npmScripts, 'package-lock.json': '{}' },
    ['setup: npm ci', 'build: npm run build', 'lint: npm run typecheck', 'lint: npm run lint', 'test: npm test'],
  ],
  [
    'pnpm',
    { 'package.json': npmScripts, 'pnpm-lock.yaml': '' },
    [
      'setup: pnpm install --frozen-lockfile',
      'build: pnpm run build',
      'lint: pnpm run typecheck',
      'lint: pnpm run lint',
      'test: pnpm test',
    ],
  ],
  [
    'old yarn',
    { 'package.json': '{"scripts":{"test":"jest"}}', 'yarn.lock': '' },
    ['setup: yarn install --frozen-lockfile', 'test: yarn test'],
  ],
  [
    'new yarn',
    { 'package.json': '{"packageManager":"yarn@4.5.0","scripts":{"test":"jest"}}', 'yarn.lock': '' },
    ['setup: yarn install --immutable', 'test: yarn test'],
  ],
  [
    'bun',
    { 'package.json': '{"scripts":{"test":"bun test"}}', 'bun.lock': '' },
    ['setup: bun install --frozen-lockfile', 'test: bun run test'],
  ],
  [
    'the declared manager, when two lockfiles lie there',
    { 'package.json': '{"packageManager":"npm@11.0.0"}', 'package-lock.json': '', 'yarn.lock': '' },
    ['setup: npm ci'],
  ],
  ['no lockfile', { 'package.json': '{"dependencies":{"a":"1"}}' }, ['setup: npm install --no-package-lock']],
  ['no dependencies at all', { 'package.json': '{"scripts":{"test":"node --test"}}' }, ['test: npm test']],
  [
    'the placeholder of npm init',
    { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
    [],
  ],
  [
    'a test that would watch for ever',
    { 'package.json': '{"scripts":{"test":"jest --watch","test:unit":"jest"}}' },
    ['test: npm run test:unit'],
  ],
  [
    'a watch that is switched off',
    { 'package.json': '{"scripts":{"test":"jest --watchAll=false"}}' },
    ['test: npm test'],
  ],
  ['a byte order mark', { 'package.json': '\uFEFF{"scripts":{"test":"x"}}' }, ['test: npm test']],
  ['a broken package.json', { 'package.json': '{oops' }, []],
  [
    'cargo workspace',
    { 'Cargo.toml': '[workspace]\nmembers = ["a"]\n', 'Cargo.lock': '' },
    ['setup: cargo fetch --locked', 'build: cargo build --workspace --locked', 'test: cargo test --workspace --locked'],
  ],
  [
    'cargo with lints',
    { 'Cargo.toml': '[package]\nname = "a"\n[lints.clippy]\nall = "warn"\n' },
    ['setup: cargo fetch', 'build: cargo build', 'lint: cargo clippy', 'test: cargo test'],
  ],
  [
    'go',
    { 'go.mod': 'module x\n' },
    ['setup: go mod download', 'build: go build ./...', 'lint: go vet ./...', 'test: go test ./...'],
  ],
  [
    'go with a linter',
    { 'go.mod': 'module x\n', '.golangci.yml': '' },
    ['setup: go mod download', 'build: go build ./...', 'lint: golangci-lint run', 'test: go test ./...'],
  ],
  [
    'maven with a wrapper',
    { 'pom.xml': '<project/>', mvnw: '', '.mvn/wrapper/maven-wrapper.properties': '' },
    [
      'setup: sh ./mvnw -B -Dmaven.repo.local="$HOME/.m2/repository" -q -Dmaven.test.failure.ignore=true test',
      'build: sh ./mvnw -B -Dmaven.repo.local="$HOME/.m2/repository" -o -q compile',
      'test: sh ./mvnw -B -Dmaven.repo.local="$HOME/.m2/repository" -o test',
    ],
  ],
  [
    'gradle with a wrapper',
    {
      'build.gradle.kts': '',
      gradlew: '',
      'gradle/wrapper/gradle-wrapper.jar': '',
      'gradle/wrapper/gradle-wrapper.properties': '',
    },
    [
      'setup: GRADLE_USER_HOME="$HOME/.gradle" sh ./gradlew --no-daemon assemble test || GRADLE_USER_HOME="$HOME/.gradle" sh ./gradlew --no-daemon assemble testClasses',
      'build: GRADLE_USER_HOME="$HOME/.gradle" sh ./gradlew --no-daemon --offline assemble',
      'test: GRADLE_USER_HOME="$HOME/.gradle" sh ./gradlew --no-daemon --offline test',
    ],
  ],
  [
    'uv, with what its lockfile names',
    {
      'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\n',
      'uv.lock': '[[package]]\nname = "pytest"\n\n[[package]]\nname = "ruff"\n',
      '.gitignore': '.venv/\n',
    },
    ['setup: uv sync --frozen', 'lint: .venv/bin/python -m ruff check .', 'test: .venv/bin/python -m pytest'],
  ],
  [
    'poetry and mypy',
    {
      'pyproject.toml': '[tool.poetry]\n[tool.poetry.group.dev.dependencies]\npytest = "^8"\nmypy = "*"\n[tool.mypy]\n',
      'poetry.lock': '',
      '.gitignore': '.venv\n',
    },
    [
      'setup: POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction',
      'lint: .venv/bin/python -m mypy .',
      'test: .venv/bin/python -m pytest',
    ],
  ],
  [
    'plain requirements',
    { 'requirements.txt': 'flask\npytest==8\n' },
    [
      'setup: python3 -m venv .venv',
      "setup: printf '*\\n' > .venv/.gitignore",
      'setup: .venv/bin/python -m pip install -r requirements.txt',
      'test: .venv/bin/python -m pytest',
    ],
  ],
  [
    'unittest',
    { 'setup.py': '', 'tests/test_a.py': '', '.gitignore': '.venv\n*.egg-info\n' },
    [
      'setup: python3 -m venv .venv',
      'setup: .venv/bin/python -m pip install -e .',
      'test: .venv/bin/python -m unittest discover -s tests',
    ],
  ],
  [
    'composer and phpunit',
    { 'composer.json': '{}', 'phpunit.xml.dist': '' },
    ['setup: composer install --no-interaction', 'test: vendor/bin/phpunit'],
  ],
  [
    'composer scripts',
    { 'composer.json': '{"scripts":{"test":"pest","lint":["a"]}}' },
    ['setup: composer install --no-interaction', 'lint: composer lint', 'test: composer test'],
  ],
  [
    'rspec',
    { Gemfile: '', '.rspec': '', '.rubocop.yml': '' },
    ['setup: bundle install', 'lint: bundle exec rubocop', 'test: bundle exec rspec'],
  ],
  ['rails', { Gemfile: '', 'bin/rails': '', 'test/a_test.rb': '' }, ['setup: bundle install', 'test: bin/rails test']],
  [
    '.NET',
    { 'Shop.sln': '', 'src/Shop.csproj': '' },
    ['setup: dotnet restore', 'build: dotnet build --no-restore', 'test: dotnet test'],
  ],
  [
    'a Makefile alone',
    { Makefile: 'CC := gcc\n.PHONY: test\nbuild: a.o\n\tcc\ntest lint:\n\ttrue\ninstall:\n\tcp\n' },
    ['build: make build', 'lint: make lint', 'test: make test'],
  ],
  [
    'a Makefile beside go fills nothing in',
    { 'go.mod': 'module x\n', Makefile: 'test:\n\tgo test\n' },
    ['setup: go mod download', 'build: go build ./...', 'lint: go vet ./...', 'test: go test ./...'],
  ],
  [
    'a Makefile beside npm fills in what is missing',
    { 'package.json': '{"scripts":{"test":"x"}}', Makefile: 'lint:\n\ttrue\n' },
    ['test: npm test', 'lint: make lint'],
  ],
  [
    'two folders',
    { 'api/go.mod': 'module x\n', 'web/package.json': '{"scripts":{"test":"x"}}' },
    [
      'setup in api: go mod download',
      'build in api: go build ./...',
      'lint in api: go vet ./...',
      'test in api: go test ./...',
      'test in web: npm test',
    ],
  ],
  ['nothing', { 'README.md': '' }, []],
]

const pnpm = { 'package.json': '{"private":true}', 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n' }
const tested = '{"name":"@shop/a","scripts":{"test":"node --test"}}'
const placeholder = '{"name":"@shop/b","scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}'

/** Toolchains that a machine may not have: recorded project files show what would be proposed. */
const workspaces: readonly (readonly [string, Files, readonly string[]])[] = [
  [
    'npm, in all that have tests',
    { 'package.json': '{"workspaces":["packages/*"]}', 'package-lock.json': '', 'packages/a/package.json': tested },
    ['setup: npm ci', 'test: npm test --workspaces --if-present'],
  ],
  [
    'npm, but not in one whose test is that of npm init',
    {
      'package.json': '{"workspaces":{"packages":["packages/**"]}}',
      'package-lock.json': '',
      'packages/a/package.json': tested,
      'packages/deep/b/package.json': placeholder,
    },
    ['setup: npm ci', 'test: npm test --workspace packages/a'],
  ],
  [
    'npm, and a script of the root goes before those of its packages',
    {
      'package.json': '{"workspaces":["a"],"scripts":{"test":"x"}}',
      'package-lock.json': '',
      'a/package.json': tested,
    },
    ['setup: npm ci', 'test: npm test'],
  ],
  [
    'pnpm',
    { ...pnpm, 'pnpm-lock.yaml': '', 'packages/a/package.json': tested },
    ['setup: pnpm install --frozen-lockfile', 'test: pnpm -r test'],
  ],
  [
    'pnpm, by name',
    { ...pnpm, 'pnpm-lock.yaml': '', 'packages/a/package.json': tested, 'packages/b/package.json': placeholder },
    ['setup: pnpm install --frozen-lockfile', 'test: pnpm --filter ./packages/a run test'],
  ],
  [
    'pnpm, without those that it leaves out',
    {
      ...pnpm,
      'pnpm-workspace.yaml': 'packages: ["*/*", "!**/b"]',
      'pnpm-lock.yaml': '',
      'packages/b/package.json': tested,
    },
    ['setup: pnpm install --frozen-lockfile'],
  ],
  [
    'old yarn, where all have tests',
    { 'package.json': '{"workspaces":["packages/*"]}', 'yarn.lock': '', 'packages/a/package.json': tested },
    ['setup: yarn install --frozen-lockfile', 'test: yarn workspaces run test'],
  ],
  [
    'old yarn, where some have none',
    {
      'package.json': '{"workspaces":["packages/*"]}',
      'yarn.lock': '',
      'packages/a/package.json': tested,
      'packages/b/package.json': '{"name":"b"}',
    },
    ['setup: yarn install --frozen-lockfile', 'test: yarn workspace @shop/a run test'],
  ],
  [
    'new yarn',
    {
      'package.json': '{"workspaces":["packages/*"],"packageManager":"yarn@4.5.0"}',
      'yarn.lock': '',
      'packages/a/package.json': tested,
    },
    ['setup: yarn install --immutable', 'test: yarn workspace @shop/a run test'],
  ],
  [
    'bun',
    { 'package.json': '{"workspaces":["packages/*"]}', 'bun.lock': '', 'packages/a/package.json': tested },
    ['setup: bun install --frozen-lockfile', "test: bun run --filter '*' test"],
  ],
  [
    'go',
    { 'go.work': 'go 1.24\n\nuse (\n\t./api\n\t./web/\n)\n', 'api/go.mod': '', 'web/go.mod': '' },
    [
      'setup: go mod download',
      'build: go build ./api/... ./web/...',
      'lint: go vet ./api/... ./web/...',
      'test: go test ./api/... ./web/...',
    ],
  ],
]

describe('detection', () => {
  it.each(projects)('%s', (_name, files, expected) => expect(commands(files)).toEqual(expected))

  it.each(workspaces)('by recorded files: workspaces of %s', (_name, files, expected) =>
    expect(commands(files)).toEqual(expected),
  )
})

describe('what a fresh clone lacks', () => {
  const dependent = '{"dependencies":{"a":"1"}}'

  it.each([
    ['package-lock.json', 'npm install --no-package-lock'],
    ['pnpm-lock.yaml', 'pnpm install --no-lockfile'],
    ['yarn.lock', 'yarn install --no-lockfile'],
    ['bun.lock', 'bun install --no-save'],
  ])('a lockfile that git does not track counts for nothing but the name of its tool: %s', (lock, run) => {
    const files = { 'package.json': dependent, [lock]: '' }
    expect(commands(files, [lock])).toEqual([`setup: ${run}`])
    const [found] = detect(projectOf(files, [lock]))
    expect(found?.from).toEqual(`package.json; git does not track ${lock}, so a fresh clone lacks it`)
  })

  it('one that is tracked goes before one that is not', () => {
    const files = { 'package.json': dependent, 'package-lock.json': '', 'yarn.lock': '' }
    expect(commands(files, ['yarn.lock'])).toEqual(['setup: npm ci'])
  })

  it.each([
    ['Cargo.lock', { 'Cargo.toml': '', 'Cargo.lock': '' }, 'setup: cargo fetch'],
    ['uv.lock', { 'pyproject.toml': '[project]\n[tool.pytest]\n', 'uv.lock': '' }, 'setup: python3 -m venv .venv'],
    ['requirements-dev.txt', { 'setup.py': '', 'requirements-dev.txt': 'pytest' }, 'setup: python3 -m venv .venv'],
  ])('%s', (lock, files, first) => {
    const found = commands(files, [lock])
    expect(found[0]).toBe(first)
    expect(found.join('\n')).not.toContain(lock)
    expect(found.join('\n')).not.toContain('--locked')
  })

  it('a wrapper without its other half: the jar of Gradle is often ignored with all jars', () => {
    const files = {
      'build.gradle': '',
      gradlew: '',
      'gradle/wrapper/gradle-wrapper.jar': '',
      'gradle/wrapper/gradle-wrapper.properties': '',
    }
    expect(commands(files).join()).toContain('sh ./gradlew')
    expect(commands(files, ['gradle/wrapper/gradle-wrapper.jar']).join()).not.toContain('gradlew')
    expect(commands({ 'pom.xml': '', mvnw: '' }).join()).not.toContain('mvnw')
  })

  it('modules of Go that the repository brings need no setup', () => {
    expect(commands({ 'go.mod': '', 'vendor/modules.txt': '' })[0]).toBe('build: go build ./...')
  })
})

describe('the file that init writes', () => {
  it.each([...projects, ...workspaces])('can be read back: %s', (_name, files) => {
    const found = detect(projectOf(files))
    const parsed = parseWritten('config.yaml', initialConfig(found))
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
    const settings = normalise(parsed.value.value)
    expect(settings.setup).toHaveLength(found.filter(({ kind }) => kind === 'setup').length)
    expect(settings.verify.map(({ run, cwd }) => [run, cwd])).toEqual(
      found.filter(({ kind }) => kind !== 'setup').map(({ run, cwd }) => [run, cwd]),
    )
    expect(new Set(settings.verify.map(({ name }) => name)).size).toBe(settings.verify.length)
  })

  it('keeps odd names and commands as they are', () => {
    const found = [{ kind: 'test', run: `echo "a: b # c" && 'x'`, from: raw('x\ny'), cwd: "it's: odd" }] as const
    const parsed = parseWritten('config.yaml', initialConfig(found))
    expect(parsed.ok && parsed.value.value.verify).toEqual([
      { name: "it's: odd test", run: found[0].run, cwd: found[0].cwd },
    ])
  })
})
