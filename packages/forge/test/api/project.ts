/** A repository of a user whose agents follow scripts: `quick` works at once, `slow` works until it is told to stop. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface ApiProject {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  git(...args: readonly string[]): string
  end(): void
}

const verify = [{ name: 'test', run: 'true' }]

/** One unit, whose worker does this before it answers. */
function scriptOf(unit: string, step: object): string {
  const plan = {
    summary: 'One file.',
    units: [{ id: unit, title: 'Write it', depends: [], writes: [`${unit}.txt`], verify }],
  }
  const rules = [
    { when: { role: 'planner' }, steps: [{ do: 'answer', with: { plan } }] },
    {
      when: { role: 'worker' },
      steps: [{ do: 'write', path: `${unit}.txt`, text: `${unit}\n` }, step, { do: 'answer' }],
    },
    { steps: [{ do: 'answer' }] },
  ]
  return JSON.stringify({ version: 1, rules })
}

const files: Readonly<Record<string, string>> = {
  'README.md': 'a project\n',
  '.forge/config.yaml': 'verify:\n  - name: test\n    run: "true"\nagent: scripted:quick.json\nsandbox: off\n',
  'quick.json': scriptOf('quick', { do: 'sleep', ms: 1 }),
  'slow.json': scriptOf('slow', { do: 'sleep', ms: 600_000 }),
}

export function makeApiProject(): ApiProject {
  const root = realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'forge-api-')))
  const [cwd, home] = [join(root, 'project'), join(root, 'home')]
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, USER: 'ada', FORGE_SANDBOX: 'off' }
  mkdirSync(home)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  const sealed = { ...env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd, env: sealed, encoding: 'utf8' })
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.invalid')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'Start')
  return { cwd, home, env, git, end: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }) }
}
