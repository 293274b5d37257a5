import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { normalise } from '#config/schema.ts'
import { shippedPreset } from '#testing/builders/index.ts'
import { presetSpec } from '#presets/spec.ts'
import { namedByProject } from './named-files.ts'

const root = mkdtempSync(join(tmpdir(), 'forge-naming-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function git(...args: string[]): string {
  const as = ['-c', 'user.name=A', '-c', 'user.email=a@b.invalid']
  return execFileSync('git', [...as, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  }).trim()
}

it('I-22 what package scripts, checks and setup of a project name decides in its runs', async () => {
  mkdirSync(join(root, 'web'))
  writeFileSync(join(root, 'package.json'), '{"scripts":{"test":"node scripts/run.js"}}')
  writeFileSync(join(root, 'web/package.json'), '{"scripts":{"lint":"./lint.sh"}}')
  symlinkSync('/etc/passwd', join(root, 'elsewhere'))
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'Start')
  const head = git('rev-parse', 'HEAD')
  const settings = normalise({ verify: ['bash ci/verify'], setup: { run: './prepare.sh' } })
  const named = await namedByProject({ root, gitDirectory: join(root, '.git'), id: 'x' }, head, settings)
  expect(named).toEqual(['/ci/verify', '/prepare.sh', '/scripts/run.js', '/web/lint.sh'])
  const request = { request: 'x', base: head, environment: 'e'.repeat(64), verify: [], named }
  expect(presetSpec(shippedPreset('build'), request).guarded).toEqual(expect.arrayContaining(['.npmrc', ...named]))
  expect(presetSpec({ ...shippedPreset('build'), guarded: [] }, request).guarded).toEqual([])
})
