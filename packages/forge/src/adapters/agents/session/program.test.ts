/** Which versions of a program are refused. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { unfitVersion, type Program } from './program.ts'
import { missingIn, versions } from './versions.ts'

const program = { file: 'claude', works: versions['claude-code'] } as Partial<Program> as Program
const root = mkdtempSync(join(tmpdir(), 'forge-program-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const install = 'npm install -g @anthropic-ai/claude-code@2.1.325'
const older = (version: string): string => `claude is version ${version}; this Forge needs 2.1.160 or later: ${install}`

it.each([
  ['2.1.325', undefined],
  ['2.1.160', undefined],
  ['2.2', undefined],
  ['10.0.0', undefined],
  [undefined, undefined],
  ['2.1.20', older('2.1.20')],
  ['2.0.999', older('2.0.999')],
  ['1.9.200', older('1.9.200')],
])('version %s', async (version, reason) => {
  expect(await unfitVersion(program, { path: '/nowhere/claude', version, isTried: false })).toEqual(reason)
})

describe('a version that nobody has driven', () => {
  const written = (file: string, help: string): string => {
    const path = join(root, file)
    writeFileSync(path, `#!/bin/sh\ncat <<'END'\n${help}\nEND\n`, { mode: 0o755 })
    return path
  }
  const gemini = { file: 'gemini', works: versions.gemini } as Partial<Program> as Program
  const all = versions.gemini.help.names.map((name) => `  ${name}  does something`).join('\n')

  it('is refused when its help does not name a flag that Forge uses, with one that works', async () => {
    const path = written('one', all.replace('--skip-trust', '--skip-trusted'))
    expect(await unfitVersion(gemini, { path, version: '0.70.0', isTried: false })).toEqual(
      'gemini is version 0.70.0 and does not support --skip-trust; this Forge works with 0.61.0: npm install -g @google/gemini-cli@0.61.0',
    )
    expect(await unfitVersion(gemini, { path, version: '0.61.0', isTried: true })).toBeUndefined()
  })

  it('is taken when its help names all, or says nothing', async () => {
    for (const help of [all, ''])
      expect(
        await unfitVersion(gemini, { path: written(`with-${help.length}`, help), version: '0.70.0', isTried: false }),
      ).toBeUndefined()
  })

  it('is asked again when it was replaced', async () => {
    const path = written('two', 'nothing of it')
    const seen = { path, version: '0.70.0', isTried: false }
    expect(await unfitVersion(gemini, seen)).toSay('does not support --acp, --skip-trust, --model')
    await new Promise((resolve) => setTimeout(resolve, 10))
    written('two', all)
    expect(await unfitVersion(gemini, seen)).toBeUndefined()
  })
})

it.each(Object.entries(versions))('%s: what its help must name is looked for as a whole word', (_, works) => {
  const help = works.help.names.map((name) => `${name}=<value>`).join(' ')
  expect(missingIn(works, help)).toEqual([])
  expect(missingIn(works, works.help.names.map((name) => `${name}-other x${name}`).join(' '))).toEqual(works.help.names)
})
