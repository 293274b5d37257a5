/** What of the operator's own setup is given: real commands in real homes. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSetup, type Passed, type Setup } from '#adapters/setup/index.ts'

const token = 'plain-token-0123456789'

describe('setup.pass', () => {
  let root = ''
  const at = (name: string): string => join(root, name)
  const named: Passed = { variables: ['SHOP_TOKEN'], files: ['.npmrc', '.config/pip/pip.conf'], to: 'merged', home: '' }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'forge-pass-'))
    vi.stubEnv('SHOP_TOKEN', token)
    mkdirSync(at('mine/.config/pip'), { recursive: true })
    writeFileSync(at('mine/.npmrc'), `//registry/:_authToken=${token}\n`)
    writeFileSync(at('mine/.config/pip/pip.conf'), 'index-url = http://x\n')
    mkdirSync(at('home'))
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(root, { recursive: true, force: true })
  })

  function setupOf(setup: readonly string[], passed?: Partial<Passed>, teardown: readonly string[] = []): Setup {
    for (const tree of ['one', 'two', 'three']) mkdirSync(at(tree), { recursive: true })
    return createSetup({
      setup,
      teardown,
      pathOf: at,
      cacheDir: at('cache'),
      privateDir: at('private'),
      setupHome: at('home'),
      scope: 'test',
      say: () => undefined,
      ...(passed === undefined ? {} : { passed: { ...named, home: at('mine'), ...passed } }),
    })
  }

  const needs = 'test "$SHOP_TOKEN" = plain-token-0123456789 && cat ~/.npmrc ~/.config/pip/pip.conf > /dev/null'

  it('gives nothing that is not named', async () => {
    expect(await setupOf(['test -z "$SHOP_TOKEN" && test ! -e ~/.npmrc']).prepare('one', 'merged')).toBeUndefined()
    expect(await setupOf([needs]).prepare('two', 'merged')).toBeDefined()
  })

  it('gives variables by name and copies of files, only while the commands run', async () => {
    expect(
      await setupOf([needs, 'find -L ~/.npmrc -perm 600 | grep -q .'], {}).prepare('one', 'merged'),
    ).toBeUndefined()
    expect(existsSync(at('home/.npmrc'))).toBe(false)
    expect(existsSync(at('home/.config/pip/pip.conf'))).toBe(false)
    expect(readdirSync(at('private'))).toEqual([])
  })

  it('keeps nothing of them in the lasting home, also where a tool writes the file anew or the command fails', async () => {
    const rewrite = 'cat ~/.npmrc > ~/new && mv ~/new ~/.npmrc'
    expect(await setupOf([rewrite, 'false'], {}).prepare('one', 'merged')).toBeDefined()
    expect(existsSync(at('home/.npmrc'))).toBe(false)
    expect(readFileSync(at('mine/.npmrc'), 'utf8')).toContain(token)
  })

  it('leaves the file of the operator as it is when a command writes to it', async () => {
    expect(await setupOf(['echo spoilt >> ~/.npmrc'], {}).prepare('one', 'merged')).toBeUndefined()
    expect(readFileSync(at('mine/.npmrc'), 'utf8')).not.toContain('spoilt')
  })

  it('withholds it where an agent has worked, and says so when setup fails for it', async () => {
    const failure = await setupOf([needs], {}).prepare('one', 'proposed')
    expect(failure).toEqual(expect.saying('SHOP_TOKEN, ~/.npmrc, ~/.config/pip/pip.conf of setup.pass: not given'))
    expect(failure).toEqual(expect.saying('setup.passTo: all'))
  })

  it('gives it there too where the operator says so', async () => {
    expect(await setupOf([needs], { to: 'all' }).prepare('one', 'proposed')).toBeUndefined()
    expect(existsSync(at('home/.npmrc'))).toBe(false)
  })

  it('gives nothing to teardown', async () => {
    await setupOf(['true'], { to: 'all' }, [`${needs} && touch ../seen`]).dismantle('one')
    expect(existsSync(at('seen'))).toBe(false)
  })

  it('names what is not there when setup fails', async () => {
    const failure = await setupOf(['false'], { files: ['.none'], variables: ['NONE'] }).prepare('one', 'merged')
    expect(failure).toEqual(expect.saying('setup.pass names what is not there: NONE, ~/.none'))
  })

  it('leaves a folder of setup where a file is named', async () => {
    mkdirSync(at('home/.npmrc'))
    expect(await setupOf(['true'], {}).prepare('one', 'merged')).toBeUndefined()
    expect(lstatSync(at('home/.npmrc')).isDirectory()).toBe(true)
  })

  it('is there for each of those that set up at the same time', async () => {
    const slow = `${needs} && sleep 0.3 && ${needs}`
    const { prepare } = setupOf([slow], {})
    for (const [index, tree] of ['one', 'two', 'three'].entries()) writeFileSync(at(`${tree}/package.json`), `${index}`)
    const failures = await Promise.all(['one', 'two', 'three'].map((tree) => prepare(tree, 'merged')))
    expect(failures).toEqual([undefined, undefined, undefined])
  })
})
