/** Real repositories for tests: a user with a home of their own, their git, and Forge's adapter on top. */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import {
  createGit,
  openControl,
  openTrees,
  readRepository,
  type Control,
  type GitTrees,
  type RunProgram,
  type RepositoryFacts,
} from '#adapters/git/index.ts'
import { createClock } from '#adapters/clock/index.ts'
import { createUserRepository } from '#adapters/user-repository/index.ts'
import { publish } from '#engine/perform/publish.ts'
import type { Git } from '#engine/ports.ts'
import { render } from '#messages/render.ts'
import type { PublishEnd } from '#model/landing.ts'

// Real processes on a machine that may be busy: what is slow is not wrong.

const root = realpathSync(mkdtempSync(join(tmpdir(), 'forge-git-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The user of these tests: nothing of the machine's own configuration counts. */
export const home = join(root, 'home')
mkdirSync(home)
writeFileSync(
  join(home, '.gitconfig'),
  '[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n[maintenance]\n\tauto = false\n',
)
process.env['HOME'] = home
process.env['GIT_CONFIG_NOSYSTEM'] = '1'
delete process.env['XDG_CONFIG_HOME']

let folders = 0
export function newFolder(name = 'at'): string {
  folders += 1
  const folder = join(root, `${name}-${folders}`)
  mkdirSync(folder)
  return folder
}

/** The starter that stands in for adapters/exec. */
export const run: RunProgram = (request) =>
  new Promise((resolve) => {
    const [program = '', ...args] = request.argv
    const child = spawn(program, args, { cwd: request.cwd, env: request.env, timeout: request.timeoutMs })
    const out: Buffer[] = []
    let size = 0
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= request.maxBytes) out.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('error', (error) =>
      resolve({ code: null, stdout: Buffer.alloc(0), stderr: String(error), truncated: false }),
    )
    child.on('close', (code) =>
      resolve({ code, stdout: Buffer.concat(out), stderr, truncated: size > request.maxBytes }),
    )
    child.stdin.on('error', () => undefined)
    child.stdin.end(request.input ?? '')
  })

/** The user's or the agent's own git, with all their configuration in force. */
export function theirGit(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()
}

export function write(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** A repository of the user's with one commit. Made once for the same files, and copied: git takes ten times as long. */
export function newRepository(files: Record<string, string> = { 'a.txt': 'a\n', 'dir/b.txt': 'b\n' }): string {
  const content = JSON.stringify(files)
  const original = originals.get(content) ?? makeRepository(files)
  originals.set(content, original)
  const top = newFolder('user')
  cpSync(original, top, { recursive: true, preserveTimestamps: true })
  return top
}

const originals = new Map<string, string>()

function makeRepository(files: Record<string, string>): string {
  const top = newFolder('original')
  theirGit(top, 'init', '--quiet', '--template=')
  mkdirSync(join(top, '.git/hooks'))
  mkdirSync(join(top, '.git/info'))
  write(top, files)
  commitAll(top, 'first')
  return top
}

export function commitAll(top: string, message: string): string {
  theirGit(top, 'add', '-A')
  theirGit(top, 'commit', '--quiet', '--allow-empty', '-m', message)
  return theirGit(top, 'rev-parse', 'HEAD')
}

export interface Opened {
  readonly user: RepositoryFacts
  readonly control: Control
  readonly git: Git
  readonly trees: GitTrees
  readonly state: string
  readonly notices: string[]
}

export async function read(top: string): Promise<RepositoryFacts> {
  const found = await readRepository(run, top)
  if (!found.ok) throw new Error(`refused: ${found.failure.code} ${render(found.failure.text, 'en')}`)
  return found.value
}

export async function open(top: string, state = newFolder('state')): Promise<Opened> {
  const user = await read(top)
  const notices: string[] = []
  const control = await openControl({
    userRepository: user,
    stateDirectory: state,
    run,
    notice: (text) => notices.push(render(text, 'en')),
  })
  return { user, control, git: createGit(control), trees: await openTrees(control), state, notices }
}

/** The production protocol on this repository. */
export async function publishIn(
  control: Control,
  name: string,
  commit: string,
): Promise<{ readonly branch: string; readonly end: PublishEnd }> {
  const world = { clock: createClock(), git: createGit(control), user: createUserRepository(control) }
  const { branch, end } = await publish(world, name, { kind: 'publish', key: `${name}/publish@1`, commit })
  return { branch, end }
}
