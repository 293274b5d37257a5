/** I-30: where a link leads is decided from the tree alone, and a real file system agrees. */
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { objectionToLink } from '#adapters/git/links.ts'
import { findCollisions, objectionToName } from '#adapters/git/names.ts'
import { randomOf } from '#testing/simulator/random.ts'
import { newFolder } from './harness.ts'

describe('links', () => {
  it('I-30 T-12 2,800 random links: judged as a file system does', () => {
    const random = randomOf('links')
    const counts = { inside: 0, outside: 0, nowhere: 0 }
    for (let tree = 0; tree < 200; tree += 1) {
      const root = join(newFolder('links'), 'root')
      const folders = ['.', 'a', 'b', 'a/a', 'a/b', 'b/a', 'b/b']
      for (const folder of folders) mkdirSync(join(root, folder), { recursive: true })
      const links = new Map<string, string>()
      const names = folders.flatMap((folder) => [join(folder, 'l'), join(folder, 'm')])
      const parts = ['..', '..', '.', 'a', 'b', 'l', 'm', '']
      for (const name of names) {
        const target =
          Array.from({ length: 1 + random.below(4) }, () => random.pick(parts))
            .join('/')
            .replace(/^\/+/u, '') || '.'
        links.set(name, target)
        symlinkSync(target, join(root, name))
      }
      for (const name of names) {
        const judged = objectionToLink(name, links) === undefined ? 'inside' : 'outside'
        const real = whereTo(root, join(root, name))
        counts[real] += 1
        if (real !== 'nowhere')
          expect(`${tree} ${name} -> ${links.get(name)}: ${judged}`).toBe(
            `${tree} ${name} -> ${links.get(name)}: ${real}`,
          )
      }
    }
    expect(counts.inside).toBeGreaterThan(100)
    expect(counts.outside).toBeGreaterThan(100)
  })
})

function whereTo(root: string, link: string): 'inside' | 'outside' | 'nowhere' {
  try {
    // The other realpath takes `..` after a link by its letters.
    const found = realpathSync.native(link)
    return found === root || found.startsWith(`${root}/`) ? 'inside' : 'outside'
  } catch {
    return 'nowhere'
  }
}

describe('names', () => {
  it('I-30 spellings of .git are one name', () => {
    const alike = [
      '.git',
      '.GIT',
      '.Git.',
      '.git ',
      '.git . ',
      'git~1',
      'GIT~2',
      '.git::$INDEX_ALLOCATION',
      '.g\u200cit',
      'x\\.git',
    ]
    for (const name of alike) expect(objectionToName(`sub/${name}/config`), name).toBeDefined()
    for (const name of ['.gitignore', '.github', 'git', 'agit~1', 'x.git', '.git-x', 'ünï', 'a b', '-rf', '$(x)'])
      expect(objectionToName(`sub/${name}`), name).toBeUndefined()
    for (const path of ['/abs', 'a/../b', '../a', 'a//b', 'C:/x', 'a\nb', 'a\u0085b', './a'])
      expect(objectionToName(path), path).toBeDefined()
  })

  it('I-30 names that fold to one', () => {
    expect(findCollisions(['a/b', 'a/B', 'A/c', 'x'])).toEqual([
      ['a/b', 'a/B'],
      ['a', 'A'],
    ])
    expect(findCollisions(['stra\u00dfe', 'STRASSE', 'e\u0301', '\u00e9'])).toHaveLength(2)
    expect(findCollisions(['a', 'b/a', 'c/a'])).toEqual([])
  })
})
