/** A project of a user and the command line in it, with programs of the test's own on PATH. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { callHere } from '../calling.ts'

export interface Place {
  readonly root: string
  readonly project: string
  /** First on PATH. */
  readonly bin: string
  readonly forge: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ran>
  readonly git: (...args: readonly string[]) => string
  /** Files of the project. */
  readonly write: (files: Readonly<Record<string, string>>) => void
}

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const config = 'verify:\n  - name: test\n    run: node --test\n'
const files: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "p", "type": "module" }\n',
  'test/a.test.js': "import test from 'node:test'\ntest('a', () => {})\n",
}

export async function inPlace(act: (place: Place) => Promise<void>, more: { config?: string; parent?: string } = {}) {
  const root = realpathSync(mkdtempSync(join(more.parent ?? tmpdir(), 'forge-agents-')))
  const [project, bin, home] = [join(root, 'project'), join(root, 'bin'), join(root, 'home')]
  for (const folder of [project, bin, home]) mkdirSync(folder)
  const env = {
    HOME: home,
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    USER: 'ada',
    XDG_STATE_HOME: join(root, 'state'),
  }
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', ...args], {
      cwd: project,
      env: { ...env, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
    })
  try {
    const write: Place['write'] = (all) => {
      for (const [path, content] of Object.entries(all)) {
        mkdirSync(dirname(join(project, path)), { recursive: true })
        writeFileSync(join(project, path), content)
      }
    }
    write({ ...files, '.forge/config.yaml': config + (more.config ?? '') })
    git('init', '--quiet', '--initial-branch=main')
    git('add', '--all')
    git('commit', '--quiet', '-m', 'Start')
    await act({ root, project, bin, git, write, forge: (args, extra = {}) => run(args, project, { ...env, ...extra }) })
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function run(args: readonly string[], cwd: string, env: Record<string, string>): Promise<Ran> {
  const { exitCode, out, error } = await callHere(args, { cwd, env })
  return { code: exitCode, out, err: error }
}
