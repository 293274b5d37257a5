/** The ground of the torture chamber: a user's repository, trees made from it, and a sandbox where there is one. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { enclosure, environmentOf, run, type SandboxRulesOf } from '#adapters/exec/index.ts'
import { defined } from '#model/defined.ts'
import { hashText } from '#model/digest.ts'
import { openSandbox } from '#forge/world/sandbox.ts'

export interface Ground {
  /** The user's repository: no agent may change it. */
  readonly project: string
  /** Absent: this machine has no sandbox, and no agent is sandboxed. */
  readonly wallsOf?: SandboxRulesOf
  /** A tree of its own, with a `.git` of its own. */
  makeTree(name: string): Promise<string>
}

export async function layGround(directory: string): Promise<Ground> {
  const [project, state] = [join(directory, 'project'), join(directory, 'state')]
  await mkdir(join(project, 'test'), { recursive: true })
  await mkdir(join(state, 'trees'), { recursive: true })
  await writeFile(join(project, 'test', 'a.test.js'), "import 'node:test'\n")
  await git(directory, ['init', '--quiet', '--initial-branch=main', project])
  await git(project, ['add', '--all'])
  await git(project, [...identity, 'commit', '--quiet', '-m', 'Start'])
  const wallsOf = await wallsFor(project, state)
  return {
    project,
    ...defined({ wallsOf }),
    async makeTree(name) {
      const tree = join(state, 'trees', name)
      await git(directory, ['clone', '--quiet', '--no-hardlinks', project, tree])
      await writeFile(join(tree, 'INJECTED.md'), `${'b'.repeat(64)}\n`)
      await writeFile(join(tree, 'OUTSIDE.md'), `${project}\n`)
      return tree
    },
  }
}

async function wallsFor(project: string, state: string): Promise<SandboxRulesOf | undefined> {
  if ((await enclosure()).by !== 'bubblewrap') return undefined
  const gitDirectory = join(project, '.git')
  const sandbox = await openSandbox(
    { mode: 'auto', network: { ports: [] } },
    { repository: { root: project, gitDirectory }, state, objects: join(gitDirectory, 'objects') },
  )
  return sandbox.ok ? sandbox.value.wallsOf : undefined
}

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid']

async function git(cwd: string, args: readonly string[]): Promise<void> {
  const env = environmentOf({ home: cwd, tmp: cwd, set: { GIT_CONFIG_NOSYSTEM: '1' } })
  const { exitCode, stderr } = await run({ file: 'git', args, cwd, env, wallMs: 60_000 })
  if (exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.tail.toString('utf8').slice(0, 500)}`)
}

/** All files of a folder, by content. */
export async function sightOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const seen = await Promise.all(
    files.toSorted().map(async (path) => `${path} ${hashText(await readFile(path, 'latin1'))}`),
  )
  return seen.join('\n')
}
