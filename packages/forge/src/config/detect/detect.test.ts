import { describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import { initialConfig } from '../initial.ts'
import { normalise } from '../schema.ts'
import { parseWritten } from '../written.ts'
import { detect } from './detect.ts'

function commands(files: Readonly<Record<string, string>>): string[] {
  const paths = Object.keys(files).toSorted()
  return detect({ paths, read: (path) => files[path] }).map(
    ({ kind, run, cwd }) => `${kind}${cwd === '.' ? '' : ` in ${cwd}`}: ${run}`,
  )
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
  ['no lockfile', { 'package.json': '{"dependencies":{"a":"1"}}' }, ['setup: npm install']],
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
    { 'pom.xml': '<project/>', mvnw: '' },
    ['build: ./mvnw -B -q compile', 'test: ./mvnw -B test'],
  ],
  ['gradle', { 'build.gradle.kts': '', gradlew: '' }, ['build: ./gradlew assemble', 'test: ./gradlew test']],
  [
    'uv, pytest and ruff',
    { 'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n', 'uv.lock': '' },
    ['setup: uv sync --frozen', 'lint: uv run ruff check .', 'test: uv run pytest'],
  ],
  [
    'poetry and mypy',
    { 'pyproject.toml': '[tool.poetry.group.dev.dependencies]\npytest = "^8"\n[tool.mypy]\n', 'poetry.lock': '' },
    ['setup: poetry install --no-interaction', 'lint: poetry run mypy .', 'test: poetry run pytest'],
  ],
  [
    'plain requirements',
    { 'requirements.txt': 'flask\npytest==8\n' },
    ['setup: python3 -m venv .venv && .venv/bin/pip install -r requirements.txt', 'test: .venv/bin/python -m pytest'],
  ],
  [
    'unittest',
    { 'setup.py': '', 'tests/test_a.py': '' },
    [
      'setup: python3 -m venv .venv && .venv/bin/pip install -e .',
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

describe('detection', () => {
  it.each(projects)('%s', (_name, files, expected) => expect(commands(files)).toEqual(expected))
})

describe('the file that init writes', () => {
  it.each(projects)('can be read back: %s', (_name, files) => {
    const found = detect({ paths: Object.keys(files), read: (path) => files[path] })
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
