import { describe, expect, it } from 'vitest'
import { namedPatterns } from './named.ts'

function named(run: string, cwd = '.'): string[] {
  return namedPatterns([{ run, cwd }], [])
}

const commands: readonly (readonly [run: string, files: readonly string[]])[] = [
  ['node scripts/check.js', ['scripts/check.js']],
  ['node --import ./register.mjs --test', ['register.mjs']],
  ['node --require=./hooks.cjs scripts/x.mjs --all', ['hooks.cjs', 'scripts/x.mjs']],
  ['./verify.sh --fast', ['verify.sh']],
  ['scripts/verify', ['scripts/verify']],
  ['bash ci/test', ['ci/test']],
  ['sh -c "node a.js && ./b.sh"', ['a.js', 'b.sh']],
  ['python3 tools/lint.py src', ['tools/lint.py']],
  ['python -m pytest tests', []],
  ['tsx tools/run.ts', ['tools/run.ts']],
  ['npx tsx ./tools/run.ts && NODE_ENV=test cross-env A=1 node b.js', ['b.js', 'tools/run.ts']],
  ['bun run scripts/x.ts', ['scripts/x.ts']],
  ['tsc -p tsconfig.build.json', ['tsconfig.build.json']],
  ['eslint --config config/lint.js src', ['config/lint.js']],
  ['make -f build/rules.mk test', ['build/rules.mk']],
  ['vitest run --config=vitest.ci.ts', ['vitest.ci.ts']],
  ['npm test', []],
  ['npm run lint', []],
  ['node --test', []],
  ['node --test test/*.test.js', []],
  ['node a.test.js', []],
  ['eslint src/index.js', []],
  ['node ../outside.js', []],
  ['/usr/bin/node /opt/x.js', []],
  ['node node_modules/jest/bin/jest.js', []],
  ['echo "a; b"', []],
]

describe('files that a command names', () => {
  it.each(commands)('I-22 %s', (run, files) => expect(named(run)).toEqual(files.map((file) => `/${file}`)))

  it('I-22 are counted from the folder that the command runs in', () => {
    expect(named('node check.js', 'web')).toEqual(['/web/check.js'])
    expect(named('node ../check.js', 'web')).toEqual(['/check.js'])
  })

  it('I-22 are what a container is built from, where a command builds one', () => {
    expect(named('docker compose run tests')).toContain('Dockerfile*')
    expect(named('npm test')).toEqual([])
  })
})

describe('files that package scripts name', () => {
  const scripts = (written: Readonly<Record<string, string>>, run = 'npm test', path = 'package.json'): string[] =>
    namedPatterns([{ run, cwd: '.' }], [{ path, text: JSON.stringify({ scripts: written }) }])

  it('I-22 decide, also in packages below', () => {
    expect(scripts({ test: 'node run-tests.js', postinstall: './prepare.sh' })).toEqual([
      '/prepare.sh',
      '/run-tests.js',
    ])
    expect(scripts({ test: 'node run-tests.js' }, 'npm test', 'packages/a/package.json')).toEqual([
      '/packages/a/run-tests.js',
    ])
  })

  it('I-22 are not those that start the program, unless a check does', () => {
    const written = { start: 'node src/main.js', 'dev:web': 'tsx src/web.ts' }
    expect(scripts(written)).toEqual([])
    expect(scripts(written, 'npm run start')).toEqual(['/src/main.js'])
    expect(scripts({ ...written, test: 'npm run dev:web -- --once' })).toEqual(['/src/web.ts'])
  })

  it('takes a file that is none for one without scripts', () => {
    for (const text of ['{oops', '[]', 'null', '{"scripts":1}'])
      expect(namedPatterns([], [{ path: 'package.json', text }])).toEqual([])
  })
})
