import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeFile, placeFolder, placeLink, readPlain, removeLinks } from './unfollowed.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'forge-unfollowed-'))
  mkdirSync(join(root, 'outside'))
  writeFileSync(join(root, 'outside/file'), 'theirs')
  mkdirSync(join(root, 'place'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const outside = (): string[] =>
  readdirSync(join(root, 'outside')).map((name) => readFileSync(join(root, 'outside', name), 'utf8'))

describe('T-24 T-29 what an agent can write is touched without following a link', () => {
  it('a file is put in the place of a link, a folder or a link above it, and what they led to stays', async () => {
    symlinkSync(join(root, 'outside/file'), join(root, 'place/linked'))
    symlinkSync(join(root, 'outside'), join(root, 'place/above'))
    mkdirSync(join(root, 'place/folder/deep'), { recursive: true })
    for (const name of ['linked', 'above/file', 'folder']) {
      await placeFile(join(root, 'place', name), 'ours')
      expect(readFileSync(join(root, 'place', name), 'utf8')).toBe('ours')
    }
    expect(outside()).toEqual(['theirs'])
  })

  it('a link and a folder are put in the place of links', async () => {
    symlinkSync(join(root, 'outside'), join(root, 'place/one'))
    await placeLink(join(root, 'place/one'), join(root, 'outside/file'))
    expect(readFileSync(join(root, 'place/one'), 'utf8')).toBe('theirs')
    symlinkSync(join(root, 'outside'), join(root, 'place/two'))
    await placeFolder(join(root, 'place/two'))
    expect(lstatSync(join(root, 'place/two')).isDirectory()).toBe(true)
    expect(outside()).toEqual(['theirs'])
  })

  it('only a plain file is read', async () => {
    symlinkSync(join(root, 'outside/file'), join(root, 'place/linked'))
    for (const name of ['place/linked', 'place', 'nowhere']) expect(await readPlain(join(root, name))).toBe(undefined)
    expect((await readPlain(join(root, 'outside/file')))?.toString()).toBe('theirs')
  })

  it('links are removed wherever they lead, and nothing behind them', async () => {
    mkdirSync(join(root, 'place/deep'))
    for (const [at, to] of [
      ['deep/out', join(root, 'outside')],
      ['busy', '/proc'],
      ['dangling', join(root, 'nowhere')],
    ] as const)
      symlinkSync(to, join(root, 'place', at))
    writeFileSync(join(root, 'place/deep/kept'), 'kept')
    expect(await removeLinks(join(root, 'place'))).toEqual(['busy', 'dangling', 'deep/out'])
    expect(await removeLinks(join(root, 'place'))).toEqual([])
    expect(existsSync(join(root, 'place/deep/kept'))).toBe(true)
    expect(outside()).toEqual(['theirs'])
  })
})
