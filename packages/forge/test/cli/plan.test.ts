/** A plan before it is approved, as a person and a program see it; and what is said about one that is written wrong. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planOf, unitOf } from '#testing/builders/index.ts'
import { makeStage, type Stage } from './stage.ts'

const full = {
  ...planOf([
    unitOf('api', {
      title: 'The API',
      complexity: 'heavy',
      writes: ['src/api.ts', 'src/shared.ts'],
      disallowedChanges: ['db/'],
      acceptanceCriteria: [
        { check: 'the old route', expected: 'still answers' },
        { check: 'the log', expected: 'is short', blocking: false },
      ],
      successEvidence: ['a test for the new route'],
      costBudget: { maxTokens: 5000, maxRetries: 1 },
    }),
    unitOf('web', {
      title: 'The page',
      complexity: 'light',
      writes: ['src/api.ts'],
      depends: ['api'],
      costBudget: { maxTokens: 1000 },
    }),
    unitOf('cli', { title: 'The command', writes: ['src/cli.ts', 'src/shared.ts'], costBudget: { maxTokens: 2000 } }),
  ]),
  risks: ['the schema may drift'],
}

let stage: Stage
beforeAll(async () => {
  stage = makeStage()
  await stage.play('wait-1', {
    approves: 'no',
    plan: full,
    spec: {
      limits: { dispatches: 90, unitDispatches: 40, costMicros: 2_500_000 },
      prepares: { setup: ['npm ci', './fetch.sh'], teardown: ['./stop.sh'] },
    },
  })
}, 30_000)
afterAll(() => stage.end())

describe('a plan that waits for an answer', { timeout: 30_000 }, () => {
  it('I-42 T-28 says what approving it runs in every tree: setup and teardown', async () => {
    const { out } = await stage.forge(['plan', 'show'])
    expect(out).toMatch(/^setup +npm ci\nsetup +\.\/fetch\.sh\nteardown +\.\/stop\.sh$/m)
  })

  it('S3-08 is a table of modules in execution order, with complexity, dependencies, files and checks', async () => {
    const { out } = await stage.forge(['plan', 'show'])
    expect(out).toMatch(/module +complexity +depends on +files +verify/)
    expect(out).toMatch(/1\. +api +heavy +– +2 +test/)
    expect(out).toMatch(/1\. +cli +– +– +2 +test/)
    expect(out).toMatch(/2\. +web +light +api +1 +test/)
    // Planned between the two, and done after both.
    expect(out.match(/^ +\d\. +\w+/gm)?.map((line) => line.trim().split(/ +/)[1])).toEqual([
      'api',
      'cli',
      'web',
      'api',
      'cli',
      'web',
    ])
  })

  it('S3-08 R-39 tells everything that each unit is bound to, known risks and the worst case', async () => {
    const { out } = await stage.forge(['plan', 'show'])
    for (const part of [
      'not     db/ (a change there stops the unit)',
      'must    the old route → still answers',
      'must    the log → is short (not blocking)',
      'shows   a test for the new route',
      'costs   at most 5000 tokens, 1 retry',
      'risk: the schema may drift',
      '3 units in 2 waves, at most 90 attempts in all, at most $2.50, at most 8000 tokens.',
    ])
      expect(out).toContain(part)
  })

  it('S3-05 a program gets the same, with the warnings', async () => {
    const { out } = await stage.forge(['plan', 'show', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      plan: { risks: ['the schema may drift'], units: [{ complexity: 'heavy' }, { complexity: 'light' }, {}] },
      overlaps: [{ order: 'dependent' }, { order: 'parallel' }],
      worst: { attempts: 90, tokens: 8000, costMicros: 2_500_000 },
      warnings: [],
    })
  })
})

describe('a plan that is written wrong', { timeout: 60_000 }, () => {
  const edit = async (text: string) => {
    writeFileSync(join(stage.root, 'mine.yaml'), text)
    return stage.forge(['plan', 'edit', 'mine.yaml', '--no-drive'])
  }

  it('S3-06 is refused with one line per fault, each naming its place and what belongs there, and how to see the plan', async () => {
    const { exitCode, error } = await edit(
      'units:\n  - { id: api, title: A, files: [x], verify: [npm test] }\n  - { id: b, title: B, complexity: high }\n',
    )
    expect(exitCode).toBe(1)
    const lines = error.trimEnd().split('\n')
    expect(lines[0]).toBe('forge: the plan is not valid and was not changed:')
    expect(lines).toContain('  unit api, verify 1 must be an object with name, run, cwd, timeoutMs, not "npm test"')
    expect(lines).toContain('  unit api has an unknown key files: did you mean writes?')
    expect(lines).toContain('  unit b, complexity must be light or standard or heavy, not "high"')
    expect(lines.at(-1)).toContain('forge plan show wait-1')
  })

  it('S3-06 is refused when it is not YAML, not a plan, or the plan as it stands', async () => {
    expect((await edit('units: [')).error).toMatch(/^forge: mine.yaml: .*line 1/)
    expect((await edit('just words')).error).toContain('a plan must be an object with units, not a string')
    expect((await edit('')).error).toContain('a plan must be an object with units, not nothing')
    expect((await edit(JSON.stringify(full))).error).toContain('the edited plan is the same as the current one')
  })
})
