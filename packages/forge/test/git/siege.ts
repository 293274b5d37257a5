/**
 * A repository in which everything that can name a program names a marker: in the user's configuration (of the repository
 * and of their home), in the agent's scenery, in a nested repository, in the environment. Then everything Forge does with git.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGit, openControl, openTrees, readRepository, type RunProgram } from '#adapters/git/index.ts'
import { render } from '#messages/render.ts'
import { digestOfUser } from './digest.ts'
import { commitAll, home, newFolder, newRepository, publishIn, run, theirGit, write } from './harness.ts'
import type { Vector } from './vectors.ts'

const attributes = '*.f filter=evil\n*.d diff=evil\n*.m merge=evil\n'
const at = 1_800_000_000_000

interface Ground {
  readonly mark: string
  readonly words: Readonly<Record<string, string>>
  /** What the marker wrote down. */
  told(): string[]
}

/** The marker and everything that leads to it. */
function prepareGround(): Ground {
  const folder = newFolder('ground')
  const told = join(folder, 'told')
  const script = (path: string): string => {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, `#!/bin/sh\necho "$0 $*" >> '${told}'\n`)
    chmodSync(path, 0o755)
    return path
  }
  const mark = script(join(folder, 'mark'))
  for (const hook of ['pre-commit', 'post-checkout', 'post-index-change', 'reference-transaction', 'post-commit']) {
    script(join(folder, 'hooks', hook))
    script(join(folder, 'template', 'hooks', hook))
  }
  script(join(folder, 'bin', 'git'))
  writeFileSync(join(folder, 'included'), `[core]\n\tfsmonitor = ${mark}\n\thooksPath = ${join(folder, 'hooks')}\n`)
  writeFileSync(join(folder, 'attributes'), '* filter=other diff=other\n')
  const words = {
    MARK: mark,
    HOOKS: join(folder, 'hooks'),
    TEMPLATE: join(folder, 'template'),
    INCLUDED: join(folder, 'included'),
    ATTRIBUTES: join(folder, 'attributes'),
    BIN: join(folder, 'bin'),
    REAL: process.env['PATH'] ?? '',
  }
  return { mark, words, told: () => (existsSync(told) ? readFileSync(told, 'utf8').trim().split('\n') : []) }
}

function fillIn(text: string, ground: Ground): string {
  return Object.entries(ground.words).reduce((filled, [word, value]) => filled.replaceAll(word, value), text)
}

/** Vectors planted into one git directory. */
function plant(gitDir: string, planted: readonly Vector[], ground: Ground): void {
  for (const vector of planted) {
    for (const line of vector.config ?? []) setConfig(join(gitDir, 'config'), fillIn(line, ground))
    for (const hook of vector.hooks ?? []) {
      mkdirSync(join(gitDir, 'hooks'), { recursive: true })
      writeFileSync(join(gitDir, 'hooks', hook), readFileSync(ground.mark))
      chmodSync(join(gitDir, 'hooks', hook), 0o755)
    }
    write(gitDir, { ...vector.gitFiles })
  }
}

function setConfig(file: string, line: string): void {
  const key = line.slice(0, line.indexOf('='))
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin' }
  execFileSync('git', ['config', '--file', file, '--add', key, line.slice(key.length + 1)], { env })
}

function newVictim(): string {
  const files = { '.gitattributes': attributes, 'x.f': 'f\n', 'x.d': 'd\n', 'x.m': '1\n2\n3\n', plain: 'p\n' }
  const top = newRepository({
    ...files,
    '.gitmodules': '[submodule "sub"]\n\tpath = sub\n\turl = /x\n\tupdate = none\n',
  })
  theirGit(top, 'update-index', '--add', '--cacheinfo', `160000,${theirGit(top, 'rev-parse', 'HEAD')},sub`)
  theirGit(top, 'commit', '--quiet', '-m', 'sub')
  return top
}

function nestedIn(folder: string, planted: readonly Vector[], ground: Ground): void {
  mkdirSync(folder, { recursive: true })
  theirGit(folder, 'init', '--quiet')
  write(folder, { inner: 'i', '.gitattributes': attributes })
  commitAll(folder, 'inner')
  write(folder, { inner: 'changed' })
  plant(join(folder, '.git'), planted, ground)
}

export interface Siege {
  /** Every execution of the marker while Forge worked. */
  readonly ran: readonly string[]
  readonly subcommands: ReadonlySet<string>
}

/** Plant the vectors everywhere and do everything Forge does. */
export async function besiege(planted: readonly Vector[]): Promise<Siege> {
  const ground = prepareGround()
  const top = newVictim()
  plant(
    join(top, '.git'),
    planted.filter(({ only }) => only === undefined),
    ground,
  )
  const subcommands = new Set<string>()
  const watched: RunProgram = (request) => {
    subcommands.add(subcommandOf(request.argv))
    return run(request)
  }
  await withSurroundings(planted, ground, () => everything(top, watched, planted, ground))
  return { ran: ground.told(), subcommands }
}

function subcommandOf(argv: readonly string[]): string {
  for (let i = 1; i < argv.length; i += 1) {
    if (argv[i] === '-c') i += 1
    else if (!argv[i]?.startsWith('-')) return argv[i] ?? ''
  }
  return ''
}

/** The same configuration in the user's home, and the environment. */
async function withSurroundings(planted: readonly Vector[], ground: Ground, work: () => Promise<void>): Promise<void> {
  const config = join(home, '.gitconfig')
  const before = readFileSync(config)
  const variables = Object.entries(Object.assign({}, ...planted.map(({ env }) => env)) as Record<string, string>)
  const old = variables.map(([name]) => [name, process.env[name]] as const)
  const shared = planted.filter(({ only }) => only === undefined)
  for (const vector of shared) for (const line of vector.config ?? []) setConfig(config, fillIn(line, ground))
  for (const [name, value] of variables) process.env[name] = fillIn(value, ground)
  try {
    await work()
  } finally {
    writeFileSync(config, before)
    for (const [name, value] of old) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

async function everything(top: string, watched: RunProgram, planted: readonly Vector[], ground: Ground): Promise<void> {
  write(top, { plain: 'dirty\n', 'x.f': 'dirty\n', new: 'n' })
  const found = await readRepository(watched, top)
  if (!found.ok) throw new Error(render(found.failure.text, 'en'))
  const user = found.value
  const place = { userRepository: user, stateDirectory: newFolder('state'), run: watched }
  const control = await openControl(place)
  const git = createGit(control)
  const trees = await openTrees(control)
  const sides: string[] = []
  for (const side of ['one', 'two']) {
    const id = `r.unit.${side}`
    await trees.make(id, user.head)
    const files = trees.pathOf(id)
    nestedOver(files, planted, ground)
    write(files, { plain: `${side}\n`, 'x.m': `1\n2\n3\n${side}\n`, 'x.d': side, 'x.f': side, 'bin/git': '', git: '' })
    write(files, { 'bin/git': readFileSync(ground.mark, 'utf8'), git: readFileSync(ground.mark, 'utf8') })
    for (const name of ['bin/git', 'git']) chmodSync(join(files, name), 0o755)
    for (const { treeFiles = {} } of planted)
      for (const [path, text] of Object.entries(treeFiles)) write(files, { [path]: fillIn(text, ground) })
    await trees.snapshot(id)
    write(files, { 'x.f': 'f\n' })
    const tree = await trees.snapshot(id)
    if (typeof tree !== 'string') throw new Error(JSON.stringify(tree.refused))
    sides.push(await git.commitTree({ tree, parents: [user.head], message: `m\n\nForge-Merge: r/${side}@1\n`, at }))
  }
  await work(git, user.head, sides)
  await openControl(place)
  await publishIn(control, 'r', sides[0] ?? '')
  await digestOfUser(watched, user)
  await trees.reset('r.unit.one', sides[1] ?? '')
  await trees.moveAside('r.unit.one')
  await trees.remove('r.unit.two')
}

/** What an agent plants: into its scenery, and a repository in the place of the submodule. */
function nestedOver(files: string, planted: readonly Vector[], ground: Ground): void {
  const quiet = { env: { PATH: ground.words['REAL'] ?? '', HOME: newFolder('nobody') } }
  plant(join(files, '.git'), planted, ground)
  rmSync(join(files, 'sub'), { recursive: true })
  const maker = newFolder('maker')
  execFileSync('git', ['init', '--quiet', maker], quiet)
  write(maker, { inner: 'i', '.gitattributes': attributes })
  execFileSync('git', ['-C', maker, 'add', '-A'], quiet)
  execFileSync('git', ['-C', maker, '-c', 'user.name=a', '-c', 'user.email=b', 'commit', '-qm', 'i'], quiet)
  write(maker, { inner: 'changed' })
  plant(join(maker, '.git'), planted, ground)
  execFileSync('cp', ['-r', maker, join(files, 'sub')], quiet)
}

async function work(
  git: ReturnType<typeof createGit>,
  head: string,
  [one = '', two = '']: readonly string[],
): Promise<void> {
  await git.mergeTree(one, two)
  await git.mergeTree(one, head)
  await git.changedPaths(await git.treeOf(one), await git.treeOf(two))
  await git.isAncestor(head, one)
  await git.findTrailer(one, head, 'Forge-Merge: r/one@1')
  await git.updateRef('refs/forge/r/integration', one, undefined)
  await git.updateRef('refs/forge/r/integration', two, one)
  await git.resolveRef('refs/forge/r/integration')
  await git.deleteRef('refs/forge/r/integration', two)
}

/** The same vector against plain git, used as people use it: whether it bites at all. */
export function bitesPlainGit(vector: Vector): boolean {
  const ground = prepareGround()
  const top = newVictim()
  rmSync(join(top, 'sub'), { recursive: true, force: true })
  nestedIn(join(top, 'sub'), [vector], ground)
  plant(join(top, '.git'), [vector], ground)
  write(top, { plain: 'x\n', 'x.f': 'x\n', 'x.d': 'x\n', 'bin/git': readFileSync(ground.mark, 'utf8') })
  chmodSync(join(top, 'bin/git'), 0o755)
  const env = Object.fromEntries(Object.entries(vector.env ?? {}).map(([name, value]) => [name, fillIn(value, ground)]))
  const commands = [
    'status',
    'diff',
    'add -A',
    'commit -m x',
    'checkout -b side',
    'log -p -2',
    'checkout main',
    'merge --no-ff -m m side',
    'rebase -i HEAD~1',
    'gc --auto',
    'fetch /x',
    'push /x HEAD',
    'clone -q . clone',
    'commit --amend',
    'ls-files',
  ]
  for (const command of commands)
    spawnSync('git', command.split(' '), {
      cwd: top,
      env: { ...process.env, EDITOR: 'true', VISUAL: 'true', ...env },
      timeout: 2000,
      stdio: 'ignore',
    })
  return ground.told().length > 0
}
