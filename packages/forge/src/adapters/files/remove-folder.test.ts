import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { digDeep } from '../../../test/git/deep.ts'
import { removeFolder } from './remove-folder.ts'

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'forge-removal-'))
}

it('F-27 removes folders that are deeper than a path can be long, and with them what has no rights', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'locked'))
  writeFileSync(join(folder, 'locked', 'f'), '')
  digDeep(folder, 'd'.repeat(200), 60)
  digDeep(folder, 'é'.repeat(60), 60)
  execFileSync('chmod', ['000', join(folder, 'locked')])
  await removeFolder(folder)
  expect(existsSync(folder)).toBe(false)
})

it('removes names that are no text, and follows no link', async () => {
  const folder = newFolder()
  const kept = newFolder()
  writeFileSync(join(kept, 'kept'), '')
  execFileSync('sh', ['-c', 'cd "$1"; mkdir "$(printf "a\\377b")"; : > "$(printf "a\\377b/c\\376")"', 'sh', folder])
  symlinkSync(kept, join(folder, 'link'))
  digDeep(folder, 'd'.repeat(250), 20)
  await removeFolder(folder)
  expect([existsSync(folder), existsSync(join(kept, 'kept'))]).toEqual([false, true])
})

it('is content with what is not there', async () => {
  await removeFolder(join(newFolder(), 'absent'))
})
