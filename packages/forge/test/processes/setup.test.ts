/** Trees that can build: real commands, real copies. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSetup, type Setup } from '#adapters/setup/index.ts'
import { render } from '#messages/render.ts'

describe('setup of a tree', () => {
  let root = ''
  const said: string[] = []

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'forge-setup-'))
    said.length = 0
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function setupOf(setup: readonly string[], teardown: readonly string[] = []): Setup {
    const at = (name: string): string => join(root, name)
    mkdirSync(at('home'), { recursive: true })
    return createSetup({
      setup,
      teardown,
      pathOf: (tree) => at(tree),
      cacheDir: at('cache'),
      privateDir: at('private'),
      setupHome: at('home'),
      scope: 'test',
      say: (text) => void said.push(render(text, 'en')),
      signsMs: [50, 150, 60_000],
    })
  }

  function makeTree(name: string, lock: string): string {
    mkdirSync(join(root, name, 'packages/a'), { recursive: true })
    writeFileSync(join(root, name, 'package-lock.json'), lock)
    writeFileSync(join(root, name, 'packages/a/package.json'), '{}')
    return name
  }

  const install =
    'echo ran >> ../ran; mkdir -p node_modules packages/a/node_modules; echo dep > node_modules/dep.js; ln -s dep.js node_modules/link.js; echo x > packages/a/node_modules/x.js'
  const ran = (): number =>
    existsSync(join(root, 'ran')) ? readFileSync(join(root, 'ran'), 'utf8').split('\n').length - 1 : 0

  it('U-08 the second tree with the same lockfiles does not pay the install again, and gets a copy of its own', async () => {
    const { prepare } = setupOf([install])
    expect(await prepare(makeTree('one', 'lock 1'), 'merged')).toBeUndefined()
    expect(await prepare(makeTree('two', 'lock 1'), 'merged')).toBeUndefined()
    expect(ran()).toBe(1)
    for (const path of ['node_modules/dep.js', 'node_modules/link.js', 'packages/a/node_modules/x.js'])
      expect(existsSync(join(root, 'two', path)), path).toBe(true)
    writeFileSync(join(root, 'two/node_modules/dep.js'), 'changed by an agent')
    expect(await prepare(makeTree('three', 'lock 1'), 'merged')).toBeUndefined()
    expect(readFileSync(join(root, 'three/node_modules/dep.js'), 'utf8')).toBe('dep\n')
  })

  it('what a tree has of a setup is compared with what was kept of it: kind, rights and every byte', async () => {
    const { prepare, altered } = setupOf([install])
    const paths = ['node_modules/dep.js', 'node_modules/link.js', 'packages/a/node_modules/x.js', 'node_modules/new.js']
    await prepare(makeTree('one', 'lock 1'), 'merged')
    await prepare(makeTree('two', 'lock 1'), 'proposed')
    expect(await altered('one', paths)).toEqual(['node_modules/new.js'])
    expect(await altered('two', paths.slice(0, 3))).toEqual([])
    writeFileSync(join(root, 'two/node_modules/dep.js'), 'bad\n')
    chmodSync(join(root, 'two/packages/a/node_modules/x.js'), 0o755)
    rmSync(join(root, 'two/node_modules/link.js'))
    symlinkSync('other.js', join(root, 'two/node_modules/link.js'))
    expect(await altered('two', paths)).toEqual(paths)
    // Nothing was kept of this one.
    await prepare(makeTree('three', 'lock 2'), 'proposed')
    expect(await altered('three', paths)).toEqual(paths)
  })

  it('another lockfile is another install', async () => {
    const { prepare } = setupOf([install])
    await prepare(makeTree('one', 'lock 1'), 'merged')
    await prepare(makeTree('two', 'lock 2'), 'merged')
    expect(ran()).toBe(2)
  })

  it('a setup that fails says why, is not kept, and is tried again', async () => {
    const { prepare } = setupOf(['echo before >> ../ran', 'echo no network >&2; exit 7'])
    expect(await prepare(makeTree('one', 'lock'), 'merged')).toSay(/exit 7: exited 7\n[^]*no network/)
    expect(await prepare(makeTree('one', 'lock'), 'merged')).toSay('exited 7')
    expect(ran()).toBe(2)
  })

  it('U-23 a command that takes long is named with the time that it has taken, and its failure is told', async () => {
    const { prepare } = setupOf(['sleep 0.4; exit 7', 'true'])
    await prepare(makeTree('one', 'lock'), 'merged')
    expect(said).toEqual([
      'setting up one: sleep 0.4; exit 7 && true',
      'one: sleep 0.4; exit 7 is still running after 0 s',
      'one: sleep 0.4; exit 7 is still running after 0 s',
      'setting up one failed: sleep 0.4; exit 7: exited 7',
    ])
    expect(said.join('\n')).not.toContain('true still runs')
  })

  it('what runs in a tree of proposed content leaves nothing for another one: neither in the home nor in the cache', async () => {
    const poison = 'test ! -e "$HOME/.npmrc"; echo $? > seen; touch "$HOME/.npmrc" poisoned'
    const { prepare, dismantle } = setupOf([poison], ['touch "$HOME/.npmrc"'])
    const seen = (name: string): string => readFileSync(join(root, name, 'seen'), 'utf8')
    await prepare(makeTree('one', 'lock'), 'proposed')
    await dismantle('one')
    expect(existsSync(join(root, 'home/.npmrc'))).toBe(false)
    await prepare(makeTree('two', 'lock'), 'merged')
    expect(seen('two')).toBe('0\n')
    expect(existsSync(join(root, 'home/.npmrc'))).toBe(true)
    // From what is merged, the next one has its home and what was added to the tree.
    await prepare(makeTree('three', 'other lock'), 'proposed')
    expect(seen('three')).toBe('1\n')
    await prepare(makeTree('four', 'lock'), 'proposed')
    expect(seen('four')).toBe('0\n')
  })

  it('teardown runs in the tree, and its failure stops nothing', async () => {
    const { dismantle } = setupOf([], ['test -f package-lock.json && touch ../gone', 'exit 3'])
    await dismantle(makeTree('one', 'lock'))
    expect(existsSync(join(root, 'gone'))).toBe(true)
    expect(said.join('\n')).toContain('exited 3')
  })

  it('without setup commands nothing happens', async () => {
    expect(await setupOf([]).prepare(makeTree('one', 'lock'), 'merged')).toBeUndefined()
    expect(existsSync(join(root, 'cache'))).toBe(false)
  })
})
