/** `forge rehearse` as a user runs it: a preset of their own, their checkout untouched, nothing left behind. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inProject, write, type Project } from '../driven/project.ts'
import { callHere } from '../calling.ts'

async function rehearse(
  { folder, home, root }: Project,
  ...args: readonly string[]
): Promise<{ out: string; exitCode: number | null }> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_STATE_HOME: join(root, 'state') }
  const { exitCode, out, error } = await callHere(['rehearse', ...args], { cwd: folder, env })
  return { out: exitCode === 0 ? out : out + error, exitCode }
}

/** Three phases in the user's own words: work, an opinion on it, and the merge. */
const preset = `
name: mine
title: My own
templates:
  piece:
    phases:
      - { name: make, kind: agent, role: worker, yields: work }
      - name: opinion
        kind: agent
        role: reviewer
        yields: verdict
        vocabulary: { fine: pass, again: revise }
      - { name: join, kind: git, op: integrate }
      - { name: merge, kind: git, op: merge }
start:
  - { id: only, title: The only one, template: piece }
`

interface Item {
  readonly kind: string
  readonly path?: string
  readonly outcome?: string
  readonly edges?: number
  readonly edgesTaken?: number
  readonly phases?: readonly { readonly phase: string; readonly times: Readonly<Record<string, number>> }[]
}

describe('forge rehearse', { timeout: 240_000 }, () => {
  it('U-32 takes a preset of the user along a path, in its own words, and shows what was taken', async () => {
    await inProject({ rules: () => [], files: { 'package.json': '{}' } }, async (project) => {
      write(project.folder, { '.forge/presets/mine.yaml': preset })
      const before = readFileSync(join(project.folder, 'README.md'), 'utf8')
      const copies = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('forge-rehearse-'))
      const known = new Set(copies())
      const { out, exitCode } = await rehearse(project, 'mine', '--path', 'revision', '--json')
      const items = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Item)
      expect({ exitCode, items }).toMatchObject({ exitCode: 0 })
      expect(items.find(({ kind }) => kind === 'path')).toMatchObject({ path: 'revision', outcome: 'done' })
      const coverage = items.find(({ kind }) => kind === 'coverage')
      const opinion = coverage?.phases?.find(({ phase }) => phase === 'opinion')
      expect(opinion?.times).toMatchObject({ revise: 1, pass: 1 })
      expect(coverage?.edgesTaken).toBeLessThan(coverage?.edges ?? 0)
      expect(readFileSync(join(project.folder, 'README.md'), 'utf8')).toBe(before)
      expect(existsSync(join(project.folder, 'rehearsed'))).toBe(false)
      expect(copies().filter((name) => !known.has(name))).toEqual([])
    })
  })

  it('U-32 a human who says no once, and work that changes what decides, are on a path of their own', async () => {
    const asking = preset
      .replace('name: mine', 'name: asking')
      .replace(
        '      - name: opinion',
        '      - { name: decides, kind: ask, about: gate-changes, question: Let it? }\n      - name: opinion',
      )
    await inProject({ rules: () => [], files: { 'package.json': '{}' } }, async (project) => {
      write(project.folder, { '.forge/presets/asking.yaml': asking })
      const { out } = await rehearse(project, 'asking', '--path', 'answers', '--json')
      const items = out.trim().split('\n')
      const coverage = items.map((line) => JSON.parse(line) as Item).find(({ kind }) => kind === 'coverage')
      expect(coverage?.phases?.find(({ phase }) => phase === 'decides')?.times).toMatchObject({ revise: 1, pass: 1 })
    })
  })

  it('U-03 names a preset and a path that do not exist, and what was meant', async () => {
    await inProject({ rules: () => [] }, async (project) => {
      expect(await rehearse(project, 'biuld')).toMatchObject({
        exitCode: 2,
        out: expect.stringContaining('build?') as unknown,
      })
      const wrong = await rehearse(project, 'build', '--path', 'up')
      expect(wrong).toMatchObject({ exitCode: 2, out: expect.stringContaining('exhaustion') as unknown })
    })
  })
})
