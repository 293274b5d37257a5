/** `forge init` in real repositories: it proposes what works in a fresh clone. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callHere, type Ran } from '../calling.ts'
import { inProject, userGit, write, type Files, type Project } from '../driven/project.ts'

type Call = (args: readonly string[], env?: Readonly<Record<string, string>>, types?: readonly string[]) => Promise<Ran>

/** Committed files of a project, and the command line in it. */
async function inRepository(files: Files, work: (project: Project, forge: Call) => Promise<void>): Promise<void> {
  await inProject({ rules: () => [], files }, (project) =>
    work(project, (args, env = {}, types) =>
      callHere(args, {
        cwd: project.folder,
        ...(types === undefined ? {} : { types }),
        env: { PATH: process.env['PATH'] ?? '', HOME: project.home, USER: 'ada', ...env },
      }),
    ),
  )
}

describe('init in a fresh clone', () => {
  it('does not propose npm ci for a lockfile that git ignores, and says why', async () => {
    const files = {
      'package.json': '{"devDependencies":{"a":"1"},"scripts":{"test":"node --test"}}',
      '.gitignore': '*-lock.*\n',
    }
    await inRepository(files, async ({ folder }, forge) => {
      write(folder, { 'package-lock.json': '{}' })
      const { out } = await forge(['init'])
      expect(out).toContain('npm install --no-package-lock')
      expect(out).toContain('git does not track package-lock.json')
      expect(readFileSync(join(folder, '.forge/config.yaml'), 'utf8')).not.toContain('npm ci')
    })
  })

  it('proposes npm ci once the lockfile is tracked', async () => {
    await inRepository({ 'package.json': '{"devDependencies":{"a":"1"}}' }, async (project, forge) => {
      write(project.folder, { 'package-lock.json': '{}' })
      expect((await forge(['init', '--dry-run'])).out).not.toContain('npm ci')
      userGit(project, 'add', 'package-lock.json')
      expect((await forge(['init', '--dry-run'])).out).toContain('npm ci')
    })
  })

  it('finds tests that stand only in the packages of a workspace, however deep', async () => {
    const files = {
      'package.json': '{"workspaces":["apps/*/*/*"]}',
      'package-lock.json': '{}',
      'apps/a/b/c/package.json': '{"scripts":{"test":"node --test"}}',
    }
    await inRepository(files, async (_project, forge) => {
      const { out } = await forge(['init', '--dry-run'])
      expect(out).toContain('npm test --workspaces --if-present')
      expect(out).toContain('script test of 1 package, such as apps/a/b/c/package.json')
    })
  })

  it('takes what lies there before the first commit', async () => {
    await inRepository({}, async (project, forge) => {
      userGit(project, 'update-ref', '-d', 'HEAD')
      write(project.folder, { 'package.json': '{"scripts":{"test":"node --test"}}' })
      expect((await forge(['init', '--dry-run'])).out).toContain('npm test')
    })
  })
})

interface Tried {
  readonly trial: {
    readonly outcome: string
    readonly left: readonly string[]
    readonly commands: readonly {
      readonly run: string
      readonly outcome: string
      readonly exitCode: number | null
      readonly line?: string
      readonly output?: string
      readonly testsRun?: number
      readonly tests: { readonly red: readonly string[] }
      readonly remedy?: { readonly text: string }
    }[]
  }
}

const parsed = ({ out }: Ran): Tried['trial'] => (JSON.parse(out) as Tried).trial
const treesOf = (home: string): readonly string[] =>
  readdirSync(join(home, '.local/state/forge'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /trees\/./.test(path),
  )

const twoTests = `const test = require('node:test')
const assert = require('node:assert')
test('adds', () => assert.equal(1 + 1, 2))
test('divides', () => assert.equal(4 / 2, 2))
`

describe('init --try', { timeout: 120_000 }, () => {
  it('runs setup and checks in a tree of Forge, leaves the checkout alone, and says that all passes', async () => {
    const files = {
      'package.json': '{"scripts":{"test":"node --test"}}',
      'a.test.js': twoTests,
      Makefile: 'setup:\n\ttouch .made\n',
      '.gitignore': '.made\n',
    }
    await inRepository(files, async (project, forge) => {
      const { exitCode, out } = await forge(['init', '--try'])
      expect(exitCode).toBe(0)
      expect(out).toContain('in a tree of Forge: everything passes.')
      expect(out).toMatch(/passed +make setup/)
      expect(out).toMatch(/passed +npm test +[\d.]+ s, 2 tests/)
      expect(userGit(project, 'status', '--porcelain')).toBe('?? .forge/\n')
      expect(existsSync(join(project.folder, '.made'))).toBe(false)
      expect(treesOf(project.home)).toEqual([])
      // Setup with the same lockfiles is not paid twice.
      expect(parsed(await forge(['init', '--try', '--json'])).commands.map(({ outcome }) => outcome)).toEqual([
        'kept',
        'passed',
      ])
    })
  })

  it('names a setup that fails, its first telling line, where the rest is, and the fix', async () => {
    const files = {
      'package.json': '{"name":"shop","version":"1.0.0","dependencies":{"a":"1"},"scripts":{"test":"node --test"}}',
      '.forge/config.yaml': 'setup: npm ci\nverify: [npm test]\n',
    }
    await inRepository(files, async (_project, forge) => {
      const ran = await forge(['init', '--try', '--json'])
      expect(ran.exitCode).toBe(1)
      const { outcome, commands } = parsed(ran)
      expect([outcome, commands.map((one) => one.outcome)]).toEqual(['setup failed', ['failed', 'not run']])
      expect(commands[0]).toMatchObject({
        exitCode: 1,
        line: expect.stringContaining('can only install with an existing package-lock.json') as string,
        remedy: { text: expect.stringContaining('npm install --no-package-lock') as string },
      })
      expect(readFileSync(commands[0]?.output ?? '', 'utf8')).toContain('EUSAGE')
      const { out } = await forge(['init', '--try'])
      expect(out).toContain('setup fails.')
      expect(out).toContain('all of it: ')
    })
  })

  it('names red tests of the base, and does not call what is green the second time red', async () => {
    const red = twoTests.replace('4 / 2, 2', '4 / 2, 3')
    const files = {
      'a.test.js': red,
      '.forge/config.yaml':
        'verify:\n  - node --test\n  - if test -e ../../seen; then rm ../../seen; else touch ../../seen; false; fi\n',
    }
    await inRepository(files, async (_project, forge) => {
      // Both commands share a folder with nobody else only without walls.
      const ran = await forge(['init', '--try', '--json'], { FORGE_SANDBOX: 'off' })
      const { outcome, commands } = parsed(ran)
      expect([ran.exitCode, outcome]).toEqual([1, 'red'])
      expect(commands.map((one) => [one.outcome, one.tests.red])).toEqual([
        ['failed', ['divides']],
        ['flaky', []],
      ])
      expect(commands[0]).toMatchObject({ testsRun: 2, line: expect.stringContaining('divides') as string })
    })
  })

  it('says what setup leaves in the tree, what a check changes of the commit, and which program is missing', async () => {
    const files = {
      'kept.txt': 'a\n',
      '.forge/config.yaml': 'setup: touch new.lock\nverify:\n  - echo b > kept.txt\n  - no-such-linter run\n',
    }
    await inRepository(files, async (_project, forge) => {
      const { left, commands } = parsed(await forge(['init', '--try', '--json']))
      expect(left).toEqual(['new.lock'])
      expect(commands[1]).toMatchObject({ outcome: 'failed', line: expect.stringContaining('kept.txt') as string })
      expect(commands[2]?.remedy?.text).toContain('install no-such-linter on this machine')
      const { out } = await forge(['init', '--try', '--json'], { FORGE_LANG: 'pt-BR' })
      expect(parsed({ exitCode: 0, out, error: '' }).left).toEqual(['new.lock'])
      expect((await forge(['init', '--try'], { FORGE_LANG: 'pt-BR' })).out).toContain(
        'instale no-such-linter nesta máquina',
      )
    })
  })

  it('tries what was found without writing it, and nothing of a repository that nobody trusts', async () => {
    const files = { 'package.json': '{"scripts":{"test":"node --test"}}', 'a.test.js': twoTests }
    await inRepository(files, async (project, forge) => {
      expect(parsed(await forge(['init', '--dry-run', '--try', '--json'])).outcome).toBe('green')
      expect(existsSync(join(project.folder, '.forge'))).toBe(false)
      write(project.folder, { '.forge/config.yaml': 'verify: ["touch pwned"]\n' })
      const ran = await forge(['init', '--try'], { FORGE_TRUSTED: '' })
      expect([ran.exitCode, ran.error]).toEqual([3, expect.stringContaining('you have not trusted yet')])
    })
  })

  it('asks at a terminal, and tries nothing elsewhere that was not asked for', async () => {
    const files = { 'package.json': '{"scripts":{"test":"node --test"}}', 'a.test.js': twoTests }
    await inRepository(files, async (_project, forge) => {
      expect((await forge(['init', '--dry-run', '--json'])).out).not.toContain('"trial"')
      expect((await forge(['init', '--json'])).out).not.toContain('"trial"')
      const no = await forge(['init'], {}, ['n'])
      expect(no.out).not.toContain('everything passes')
      const yes = await forge(['init'], {}, ['y'])
      expect(yes.out).toContain('everything passes')
      expect((await forge(['init', '--yes'], {}, [])).out).not.toContain('everything passes')
    })
  })

  it('says so before the first commit', async () => {
    await inRepository({}, async (project, forge) => {
      userGit(project, 'update-ref', '-d', 'HEAD')
      const ran = await forge(['init', '--try'])
      expect(ran.exitCode).toBe(2)
      expect(ran.error).toContain('commit')
    })
  })
})

describe('a repository with submodules', { timeout: 120_000 }, () => {
  /** A clone as `git clone` makes it: its submodule is not checked out. */
  async function withSubmodule(work: (project: Project, forge: Call) => Promise<void>): Promise<void> {
    const files = { '.forge/config.yaml': 'verify: [test -s vendor/sum/sum.js]\n' }
    await inRepository(files, async (project, forge) => {
      const other = { ...project, folder: join(project.root, 'sum') }
      write(other.folder, { 'sum.js': 'module.exports = 3\n' })
      userGit(other, 'init', '--quiet')
      userGit(other, 'add', '--all')
      userGit(other, 'commit', '--quiet', '-m', 'Sum')
      userGit(project, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.folder, 'vendor/sum')
      userGit(project, 'commit', '--quiet', '-m', 'Submodule')
      await work(project, forge)
    })
  }

  it('is tried with its submodules filled from the checkout, and says which are not', async () => {
    await withSubmodule(async (project, forge) => {
      const filled = await forge(['init', '--try'])
      expect([filled.exitCode, filled.out]).toEqual([0, expect.stringContaining('everything passes')])
      userGit(project, 'submodule', '--quiet', 'deinit', '--all')
      rmSync(join(project.folder, '.git/modules'), { recursive: true })
      const empty = await forge(['init', '--try'])
      expect(empty.exitCode).toBe(1)
      expect(empty.out).toContain('empty in the trees of Forge: vendor/sum (git submodule update --init --recursive)')
    })
  })

  it('is refused by name before a run exists while one is not checked out, unless nothing needs it', async () => {
    await withSubmodule(async (project, forge) => {
      userGit(project, 'submodule', '--quiet', 'deinit', '--all')
      rmSync(join(project.folder, '.git/modules'), { recursive: true })
      write(project.root, { 'script.json': '{"version":1,"rules":[{"steps":[{"do":"exit","code":3}]}]}' })
      const build = ['build', 'x', '--agent', `scripted:${join(project.root, 'script.json')}`, '--accept-dirty']
      const refused = await forge(build)
      expect([refused.exitCode, refused.error]).toEqual([2, expect.stringContaining('vendor/sum')])
      expect(refused.error).toContain('git submodule update --init --recursive')
      expect((await forge(['list', '--json'])).out).toContain('"rows":[]')
      write(project.folder, { '.forge/config.yaml': 'submodules: optional\nverify: ["true"]\n' })
      expect((await forge(build)).error).not.toContain('vendor/sum')
    })
  })
})
