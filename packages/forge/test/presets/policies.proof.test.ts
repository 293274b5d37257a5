/** Policies of a preset as a user meets them: one commit for a whole run, units that take turns, work that is not merged. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event } from '#model/event.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callHere } from '../calling.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'forge-policies-')))
const project = join(root, 'project')

const merging = `
      - { name: integrate, kind: git, op: integrate }
      - { name: verify-merged, kind: check, on: candidate }
      - { name: merge, kind: git, op: merge }`

function preset(name: string, policies: string, last: string): string {
  return `name: ${name}
title: Two files
${policies}
templates:
  change:
    phases:
      - { name: implement, kind: agent, role: worker, yields: work }
      - { name: verify, kind: check, on: head }${last}
start:
  - { id: one, template: change, verify: project, writes: [one.txt] }
  - { id: two, title: The second, template: change, verify: project, writes: [two.txt] }
`
}

const script = {
  version: 1,
  rules: [
    { when: { role: 'worker' }, steps: [{ do: 'write', path: '{{unit}}.txt', text: 'done\n' }, { do: 'answer' }] },
    { steps: [{ do: 'answer' }] },
  ],
}

function git(...args: string[]): string {
  const env = { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', args, { cwd: project, env, encoding: 'utf8' }).trimEnd()
}

async function forge(...args: string[]): Promise<{ code: number; out: string; all: string }> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, XDG_STATE_HOME: join(root, 'state'), USER: 'ada' }
  const { exitCode, out, error } = await callHere(args, { cwd: project, env })
  return { code: exitCode ?? 1, out, all: out + error }
}

async function runOf(name: string): Promise<string> {
  const ran = await forge('run', name, 'write two files', '--json')
  expect(ran.all).toContain('"outcome":"done"')
  return (JSON.parse(ran.out.trim().split('\n').at(-1) ?? '') as { run: string }).run
}

beforeAll(() => {
  mkdirSync(join(project, '.forge/presets'), { recursive: true })
  writeFileSync(join(root, '.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.org\n')
  writeFileSync(join(project, '.forge/config.yaml'), 'agent: scripted:../script.json\nverify: ["true"]\n')
  writeFileSync(join(project, '.forge/presets/whole.yaml'), preset('whole', 'commit: per-run', merging))
  writeFileSync(join(project, '.forge/presets/turns.yaml'), preset('turns', 'isolation: branch', merging))
  writeFileSync(join(project, '.forge/presets/loose.yaml'), preset('loose', 'commit: none', ''))
  writeFileSync(join(root, 'script.json'), JSON.stringify(script))
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'Start')
})
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

describe('policies of a preset', { timeout: 240_000 }, () => {
  it('U-19 per-run lands all units as one commit on your branch; the branch of the run keeps each merge', async () => {
    const run = await runOf('whole')
    expect(git('log', '--merges', '--format=%s', `forge/${run}`).split('\n')).toHaveLength(2)
    const start = git('rev-parse', 'main')
    const landed = await forge('land', run)
    expect(landed.code, landed.all).toBe(0)
    expect(git('rev-parse', 'main^')).toBe(start)
    expect(git('log', '-1', '--format=%s%n%b')).toBe(
      `write two files\n- one: one\n- two: The second\n\nForge-Run: ${run}@${git('rev-parse', `forge/${run}`)}`,
    )
    expect(git('rev-parse', 'main^{tree}')).toBe(git('rev-parse', `forge/${run}^{tree}`))
    expect(git('status', '--porcelain')).toBe('')
    const again = await forge('land', run)
    expect([again.code, again.all]).toEqual([0, expect.stringContaining('already has all merged work')])
    writeFileSync(join(project, 'mine.txt'), 'mine\n')
    git('add', 'mine.txt')
    git('commit', '--quiet', '-m', 'Mine')
    expect((await forge('land', run)).all).toContain('already has all merged work')
    const audited = await forge('audit', run)
    expect(audited.code, audited.all).toBe(0)
    git('reset', '--hard', '--quiet', start)
  })

  it('C-08 units of isolation branch take turns, each on what the one before has merged; those of worktree do not', async () => {
    const bases = async (run: string): Promise<readonly string[]> => {
      const { out } = await forge('events', run, '--json')
      const lines = out.trim().split('\n')
      const events = lines.map((line) => (JSON.parse(line) as { event: Event }).event)
      return events.flatMap((event) =>
        event.type === 'attempt.intended' && event.task.do === 'work' ? [event.task.base] : [],
      )
    }
    const [first, second] = await bases(await runOf('turns'))
    expect(first).toBe(git('rev-parse', 'main'))
    expect(second).not.toBe(first)
    expect(new Set(await bases(await runOf('whole'))).size).toBe(1)
  })

  it('U-19 none merges nothing and moves no branch; the work is kept', async () => {
    const before = git('for-each-ref')
    const run = await runOf('loose')
    expect(git('for-each-ref')).toBe(before)
    const landed = await forge('land', run)
    expect([landed.code, landed.all]).toEqual([1, expect.stringContaining('has merged nothing')])
    const { work } = JSON.parse((await forge('show', 'one', '--run', run, '--json')).out) as { work: { diff: string } }
    expect(execFileSync('sh', ['-c', work.diff], { cwd: project, encoding: 'utf8' })).toContain('+done')
  })
})
