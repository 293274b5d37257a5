/** What a setup depends on: its commands and the tree's lockfiles. The same hash means the same result. */
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readPlain } from '#adapters/files/unfollowed.ts'

const names = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'package.json',
  'Cargo.lock',
  'Cargo.toml',
  'go.mod',
  'go.sum',
  'poetry.lock',
  'uv.lock',
  'pyproject.toml',
  'requirements.txt',
  'Gemfile',
  'Gemfile.lock',
  'composer.json',
  'composer.lock',
  'pom.xml',
])

/** Lockfiles at the root and up to two levels below, because workspaces have their own. */
export async function lockfileHash(path: string, commands: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([process.platform, process.arch, commands]))
  for (const file of (await lockfilesIn(path, '', 2)).toSorted()) {
    hash.update(`\0${file}\0`).update((await readPlain(join(path, file))) ?? '')
  }
  return hash.digest('hex')
}

async function lockfilesIn(root: string, folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isFile() && names.has(entry.name)) found.push(path)
    const isSource = entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git'
    if (isSource && depth > 0) found.push(...(await lockfilesIn(root, path, depth - 1)))
  }
  return found
}
