import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyIncluded, listIncluded } from '#adapters/git/index.ts'
import { newFolder, newRepository, read, run } from './harness.ts'

describe('.worktreeinclude', () => {
  it('U-08 copies only what it names and git ignores, and overwrites nothing', async () => {
    const folder = newRepository({
      '.gitignore': '.env*\nsecrets/\nbuild/\n',
      '.worktreeinclude': '.env\nsecrets/\ntracked.txt\n*.loose\n',
      'tracked.txt': 'tracked',
    })
    for (const [path, text] of Object.entries({
      '.env': 'A=1',
      '.env.other': 'B',
      'secrets/key': 'k',
      'build/out': 'o',
      'a.loose': 'not ignored',
    })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    symlinkSync('/etc/hostname', join(folder, 'secrets/link'))
    const user = await read(folder)
    const paths = await listIncluded(run, user)
    expect(paths).toEqual(['.env', 'secrets/key', 'secrets/link'])
    const tree = newFolder('tree')
    mkdirSync(join(tree, 'secrets'))
    writeFileSync(join(tree, 'secrets/key'), 'already there')
    await copyIncluded(user, paths, tree)
    expect(readFileSync(join(tree, '.env'), 'utf8')).toBe('A=1')
    expect(readFileSync(join(tree, 'secrets/key'), 'utf8')).toBe('already there')
    expect(existsSync(join(tree, 'secrets/link'))).toBe(false)
  })

  it('without the file there is nothing to copy', async () => {
    const folder = newRepository({ '.gitignore': '.env\n', 'a.txt': 'a' })
    writeFileSync(join(folder, '.env'), 'A=1')
    expect(await listIncluded(run, await read(folder))).toEqual([])
  })
})
