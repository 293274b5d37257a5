import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeAnew } from './lane.ts'
import { copyWorkspace } from './workspace.ts'

let original: string
let copy: string
beforeEach(() => {
  original = mkdtempSync(join(tmpdir(), 'forge-original-'))
  for (const [path, text] of Object.entries({
    'packages/forge/src/a.ts': 'export const a = 1\n',
    'packages/forge/dist/a.js': 'built\n',
    'node_modules/zod/dist/index.js': 'zod\n',
    'node_modules/.vite/results.json': 'cache\n',
    '.git/HEAD': 'ref\n',
  })) {
    mkdirSync(join(original, path, '..'), { recursive: true })
    writeFileSync(join(original, path), text)
  }
  symlinkSync('../packages/forge', join(original, 'node_modules/forge'))
  copy = copyWorkspace(original)
})
afterEach(() => {
  for (const folder of [original, copy]) rmSync(folder, { recursive: true, force: true })
})

const inCopy = (path: string): string => join(copy, path)
const inOriginal = (path: string): string => join(original, path)
const read = (path: string): string => readFileSync(path, 'utf8')

it('holds sources and packages, without what was built, cached or recorded', () => {
  expect(read(inCopy('packages/forge/src/a.ts'))).toBe('export const a = 1\n')
  expect(read(inCopy('node_modules/zod/dist/index.js'))).toBe('zod\n')
  for (const path of ['packages/forge/dist', 'node_modules/.vite', '.git'])
    expect(statSync(inCopy(path), { throwIfNoEntry: false })).toBeUndefined()
})

it('links of the workspace lead into the copy', () => {
  expect(readlinkSync(inCopy('node_modules/forge'))).toBe('../packages/forge')
  writeFileSync(inCopy('packages/forge/src/a.ts'), 'planted\n')
  expect(read(inCopy('node_modules/forge/src/a.ts'))).toBe('planted\n')
})

it('never touches the workspace: not by a plant, not by a test that writes, not by its end', () => {
  writeFileSync(inCopy('packages/forge/src/a.ts'), 'planted\n')
  writeAnew(inCopy('node_modules/zod/dist/index.js'), 'planted\n')
  rmSync(copy, { recursive: true })
  expect(read(inOriginal('packages/forge/src/a.ts'))).toBe('export const a = 1\n')
  expect(read(inOriginal('node_modules/zod/dist/index.js'))).toBe('zod\n')
})
