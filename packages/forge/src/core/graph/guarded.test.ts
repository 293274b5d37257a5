import { describe, expect, it } from 'vitest'
import type { Said } from '#messages/said.ts'
import { initialState, type UnitState } from '#core/state/state.ts'
import { specOf } from '#testing/builders/index.ts'
import { guardedPaths } from '#presets/guarded.ts'
import { guardedChanges } from './guarded.ts'

function guarded(changed: readonly string[], patterns: readonly string[] = guardedPaths): (string | Said)[] {
  const state = { ...initialState('r'), spec: specOf({ guarded: [...patterns] }) }
  return guardedChanges(state, { head: { commit: '', tree: '', base: '', changed } } as unknown as UnitState)
}

describe('changes to what decides whether work passes', () => {
  it('I-22 T-9 are known by name, in any folder', () => {
    const gates = [
      'package.json',
      'web/package-lock.json',
      'vitest.config.ts',
      '.github/workflows/ci.yml',
      '.forge/config.yaml',
      'requirements-dev.txt',
    ]
    expect(guarded([...gates, 'src/index.ts', 'docs/package.json.md', 'package.jsonc'])).toEqual(gates)
  })

  it.each([
    '.npmrc web/.npmrc .yarnrc.yml .pnpmfile.cjs pnpm-workspace.yaml bunfig.toml pip.conf .cargo/config.toml nx.json turbo.json lerna.json',
    '.gitattributes docs/.gitignore .gitmodules CODEOWNERS .github/CODEOWNERS',
    'AGENTS.md packages/a/AGENTS.md CLAUDE.md GEMINI.md .claude/settings.json .codex/config.toml .gemini/settings.json .cursor/rules/a.mdc',
    '.github/copilot-instructions.md .mcp.json opencode.json',
    'tsconfig.json tsconfig.build.json eslint.config.js .eslintrc.json biome.json .prettierrc .oxlintrc.json .nycrc .coveragerc',
    'ruff.toml .flake8 mypy.ini .golangci.yml clippy.toml rustfmt.toml checkstyle.xml .rubocop.yml',
    'vite.config.ts jest.setup.js .rspec conftest.py .circleci/config.yml .travis.yml Jenkinsfile .buildkite/pipeline.yml',
  ])('I-22 are settings of every tool that judges, installs or instructs: %s', (paths) => {
    expect(guarded(paths.split(' '))).toEqual(paths.split(' '))
  })

  it('I-22 are no sources, texts or tests', () => {
    const honest =
      'src/index.ts README.md docs/config.md src/config.ts test/a.test.ts src/Makefile.ts app/agents.ts index.html'
    expect(guarded(honest.split(' '))).toEqual([])
  })

  it('I-22 patterns: exactly one file', () => {
    expect(guarded(['scripts/check.js', 'web/scripts/check.js', 'check.js'], ['/scripts/check.js'])).toEqual([
      'scripts/check.js',
    ])
  })

  it('I-22 patterns: a name, a path, a folder, and * for any characters but a slash', () => {
    expect(guarded(['a/b.x', 'b.x'], ['a/b.x'])).toEqual(['a/b.x'])
    expect(guarded(['ci/a', 'x/ci/b', 'cim'], ['ci/'])).toEqual(['ci/a', 'x/ci/b'])
    expect(guarded(['jest.config.ts', 'jest.config', 'ajest.config.ts'], ['jest.config.*'])).toEqual(['jest.config.ts'])
    expect(guarded(['a-b-c', 'a-c', 'abc'], ['a-*c'])).toEqual(['a-b-c', 'a-c'])
    expect(guarded(['x'.repeat(100_000)], ['*a*a*a*a*b'])).toEqual([])
  })

  it('I-22 T-9 may hide behind more changes than are known: that is asked about too', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `f${index}`)
    expect(guarded(many)[0]).toSay(/too many/)
    expect(guarded(many.slice(1))).toEqual([])
    expect(guarded(many, [])).toEqual([])
  })
})
