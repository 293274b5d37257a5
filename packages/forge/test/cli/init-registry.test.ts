/** A private registry on this machine: setup gets its token because it is named, and the token stands nowhere afterwards. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { callHere, type Ran } from '../calling.ts'
import { inProject, userGit, write, type Project } from '../driven/project.ts'

const token = 'plain-words-0123456789'

let server: Server | undefined
afterEach(() => server?.close())

/** A package in the form that registries serve. */
function pack(root: string): Buffer {
  mkdirSync(join(root, 'package'))
  writeFileSync(join(root, 'package/package.json'), '{"name":"secret-sum","version":"1.0.0","main":"index.js"}')
  writeFileSync(join(root, 'package/index.js'), 'module.exports = (a, b) => a + b\n')
  return execFileSync('tar', ['czf', '-', 'package'], { cwd: root })
}

interface Registry {
  readonly url: string
  readonly refused: () => number
}

/** Answers whoever shows the token, and nobody else. */
async function serve(archive: Buffer): Promise<Registry> {
  let refused = 0
  server = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${token}`
    if (!isKnown) refused += 1
    response.statusCode = isKnown ? 200 : 401
    response.end(isKnown ? archive : 'Unauthorized')
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, refused: () => refused }
}

function filesOf(url: string, archive: Buffer): Record<string, string> {
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  const dependencies = { 'secret-sum': '1.0.0' }
  const resolved = `${url}/secret-sum-1.0.0.tgz`
  return {
    'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', dependencies }),
    'package-lock.json': JSON.stringify({
      name: 'shop',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: {
        '': { name: 'shop', version: '1.0.0', dependencies },
        'node_modules/secret-sum': { version: '1.0.0', resolved, integrity },
      },
    }),
    '.gitignore': 'node_modules\n',
    'a.test.js': "require('node:test')('adds', () => require('node:assert').equal(require('secret-sum')(1, 2), 3))\n",
  }
}

/** Files of Forge's state that hold the token, by path. */
function holding({ home }: Project): readonly string[] {
  return readdirSync(join(home, '.local/state/forge'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(token))
}

interface Given {
  readonly pass: string
  readonly env: Readonly<Record<string, string>>
  /** Of the user's home. */
  readonly npmrc: string
  /** Of the project. */
  readonly ownNpmrc: string
}

/** The calls of one user, whose setup is `npm ci` and shows what it has, as a careless one would. */
async function inShop(
  { pass, env, npmrc, ownNpmrc }: Given,
  work: (forge: (...args: readonly string[]) => Promise<Ran>, project: Project, registry: Registry) => Promise<void>,
): Promise<void> {
  await inProject({ rules: () => rules }, async (project) => {
    const archive = pack(project.root)
    const registry = await serve(archive)
    const host = registry.url.slice('http:'.length)
    const careless = 'env; cat ~/.npmrc .npmrc 2>/dev/null; true'
    const files = {
      ...filesOf(registry.url, archive),
      '.npmrc': ownNpmrc.replace('HOST', host),
      '.forge/config.yaml': `setup: { run: ["${careless}", npm ci --no-audit --no-fund], ${pass} }\nverify: [node --test, "env; cat ~/.npmrc; true"]\n`,
    }
    write(project.folder, files)
    userGit(project, 'add', '--all')
    userGit(project, 'commit', '--quiet', '-m', 'Shop')
    writeFileSync(join(project.home, '.npmrc'), npmrc.replace('HOST', host))
    const whole = { PATH: process.env['PATH'] ?? '', HOME: project.home, USER: 'ada', ...env }
    await work((...args) => callHere(args, { cwd: project.folder, env: whole }), project, registry)
  })
}

const unit = {
  id: 'readme',
  title: 'Say it',
  brief: 'Write hello.txt',
  writes: ['hello.txt'],
  verify: [{ name: 'test', run: 'node --test' }],
}
const rules = [
  { when: { role: 'planner' }, steps: [{ do: 'answer', with: { plan: { summary: 'One', units: [unit] } } }] },
  { when: { role: 'worker' }, steps: [{ do: 'write', path: 'hello.txt', text: 'hello\n' }, { do: 'answer' }] },
  { when: { role: 'reviewer' }, steps: [{ do: 'answer', with: { verdict: 'approve', summary: 'fine' } }] },
]

const ways: readonly (readonly [string, Given])[] = [
  [
    'a variable that the project names',
    { pass: 'pass: [SHOP_WORD]', env: { SHOP_WORD: token }, npmrc: '', ownNpmrc: 'HOST/:_authToken=${SHOP_WORD}\n' },
  ],
  ['a file of the home', { pass: 'pass: [~/.npmrc]', env: {}, npmrc: `HOST/:_authToken=${token}\n`, ownNpmrc: '' }],
]

it.each(ways)('T-21 %s reaches setup, and stands nowhere afterwards', { timeout: 180_000 }, async (_, given) => {
  await inShop(given, async (forge, project, registry) => {
    const tried = await forge('init', '--try')
    expect(tried.out).toContain('everything passes')
    // The run sets up by itself, too.
    const states = join(project.home, '.local/state/forge')
    for (const name of readdirSync(states)) rmSync(join(states, name, 'setup'), { recursive: true, force: true })
    const agent = `scripted:${join(project.root, 'script.json')}`
    const built = await forge('build', 'Say hello', '--agent', agent, '--yes', '--accept-dirty')
    expect(built.exitCode, built.out + built.error).toBe(0)
    expect(registry.refused()).toBe(0)
    const said = [tried, built, await forge('events'), await forge('init', '--try', '--json')]
    expect(said.map(({ out, error }) => (out + error).includes(token))).toEqual([false, false, false, false])
    expect(holding(project)).toEqual([])
    const trials = readdirSync(states, { recursive: true, encoding: 'utf8' })
    expect(trials.filter((path) => /base-trial\/.*\.log$/.test(path)).length).toBeGreaterThan(2)
  })
})

it('nothing of the home reaches setup by itself, and the trial says what to name', { timeout: 120_000 }, async () => {
  const given = { pass: 'pass: []', env: { SHOP_WORD: token }, npmrc: `HOST/:_authToken=${token}\n`, ownNpmrc: '' }
  await inShop(given, async (forge, _project, registry) => {
    const { exitCode, out } = await forge('init', '--try')
    expect([exitCode, registry.refused() > 0]).toEqual([1, true])
    expect(out).toContain('the registry wants a login: name what setup is given, such as setup: { run: [npm ci], pass:')
  })
})
