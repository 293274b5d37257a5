/** A sprint and a bug as a user runs them: real processes, real git, scripted agents. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { Preset } from '#model/preset.ts'
import { presetOf } from '#testing/builders/index.ts'
import { callHere } from '../calling.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'forge-presets-')))
const project = join(root, 'project')

const task = (id: string, more: object = {}): object => ({
  id,
  title: `Task ${id}`,
  writes: [`${id}.txt`],
  verify: [{ name: 'there', run: 'true' }],
  brief: `write ${id}`,
  ...more,
})

const script = {
  version: 1,
  rules: [
    {
      when: { role: 'planner' },
      steps: [
        { do: 'answer', with: { plan: { summary: 'two', units: [task('t1'), task('t2', { depends: ['t1'] })] } } },
      ],
    },
    {
      when: { role: 'triage' },
      steps: [{ do: 'answer', with: { plan: { summary: 'short', units: [task('fix', { pipeline: 'route-a' })] } } }],
    },
    {
      when: { role: 'review-plan', unit: 't1', attempt: 1 },
      steps: [{ do: 'answer', with: { verdict: 'revision', summary: 'say how it is tested' } }],
    },
    { when: { role: 'implement', unit: 'empty' }, steps: [{ do: 'answer' }] },
    { when: { role: 'implement' }, steps: [{ do: 'write', path: '{{unit}}.txt', text: 'done\n' }, { do: 'answer' }] },
    { steps: [{ do: 'answer' }] },
  ],
}

function git(...args: string[]): string {
  const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const flags = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  return execFileSync('git', [...flags, ...args], { cwd: project, env, encoding: 'utf8' })
}

async function forge(...args: string[]): Promise<{ code: number; out: string; all: string }> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, XDG_STATE_HOME: join(root, 'state'), USER: 'ada' }
  const { exitCode, out, error } = await callHere(args, { cwd: project, env })
  return { code: exitCode ?? 1, out, all: out + error }
}

beforeAll(() => {
  mkdirSync(join(project, '.forge'), { recursive: true })
  writeFileSync(join(project, 'README.md'), 'a project\n')
  writeFileSync(join(project, '.forge/config.yaml'), 'agent: scripted:../script.json\nverify: ["true"]\n')
  writeFileSync(join(root, 'script.json'), JSON.stringify(script))
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'Start')
})
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

interface Status {
  readonly run: string
  readonly state: { readonly is: string }
  readonly next: readonly { readonly command: string }[]
  readonly units: readonly { readonly id: string; readonly state: { readonly is: string } }[]
}

async function status(): Promise<Status> {
  return JSON.parse((await forge('sprint', 'status', '--json')).out) as Status
}

const states = ({ units }: Status): Record<string, string> =>
  Object.fromEntries(units.map(({ id, state }) => [id, state.is]))

describe('presets as a user runs them', { timeout: 240_000 }, () => {
  it('R-01 R-12 S0-01 a sprint from its goal to committed tasks: new, run --only, add, run, status, retro', async () => {
    const planned = await forge('sprint', 'new', 'two files', '--yes', '--allow-plan-commands')
    expect(planned.all).toContain('forge sprint run')
    expect(await status()).toMatchObject({ state: { is: 'planning' } })
    expect((await forge('sprint', 'run', '--only', 't1')).code).toBe(3)
    expect(states(await status())).toEqual({ t1: 'committed', t2: 'draft' })
    expect((await status()).next[0]?.command).toMatch(/^forge sprint run /)
    expect((await forge('sprint', 'add', 'Nothing to do', '--id', 'empty', '--writes', 'none.txt')).code).toBe(0)
    const done = await forge('sprint', 'run')
    expect([done.code, done.code === 0 ? '' : done.all]).toEqual([0, ''])
    const { run, ...after } = await status()
    expect(after.next.slice(0, 2).map(({ command }) => command)).toEqual([
      `forge land ${run}`,
      `forge sprint retro ${run} --note "<note>"`,
    ])
    // Nothing to commit is success, and what is committed is exactly what was changed.
    expect(states({ run, ...after })).toEqual({ t1: 'committed', t2: 'committed', empty: 'committed' })
    expect(git('diff', '--name-only', 'main', `forge/${run}`).trim().split('\n')).toEqual(['t1.txt', 't2.txt'])
    expect((await forge('sprint', 'retro', '--note', 'smaller tasks')).code).toBe(0)
    expect((await status()).state.is).toBe('retrospective-done')
    expect((await forge('audit', run)).code).toBe(0)
  })

  it('R-04 a bug report is triaged and fixed by the route that triage chose', async () => {
    const fixed = await forge('bug', 'the title is undefined', '--yes', '--allow-plan-commands', '--json')
    expect(fixed.code).toBe(0)
    expect(fixed.out).toContain('"fix/review-code"')
    expect(fixed.out).not.toContain('"fix/plan-fix"')
    // There are other runs by now, and one sprint: it need not be named.
    expect((await status()).state.is).toBe('retrospective-done')
  })

  it('U-03 the preset of the documentation runs; a broken one is refused with its line before anything starts', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/presets.md'), 'utf8')
    const text = /```yaml\n# \.forge\/presets\/careful\.yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
    expect(Preset.safeParse(parse(text)).success).toBe(true)
    mkdirSync(join(project, '.forge/presets'), { recursive: true })
    writeFileSync(join(project, '.forge/presets/careful.yaml'), text)
    expect(presetOf(text).name).toBe('careful')
    expect((await forge('preset', 'check', 'careful')).all).toContain('valid')
    writeFileSync(join(project, '.forge/presets/careful.yaml'), text.replace('on: head', 'on: haed'))
    const refused = await forge('run', 'careful', 'anything', '--accept-dirty')
    expect(refused.code).toBe(2)
    expect(refused.all).toMatch(/\.forge\/presets\/careful\.yaml:\d+: .*did you mean head\?/)
    expect((await forge('run', 'carefull', 'anything')).all).toContain('did you mean careful?')
  })
})
