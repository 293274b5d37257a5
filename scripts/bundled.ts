/**
 * Programs of tests as bundles that start fast, made once for all test files of one state of the sources and kept in the cache.
 * Starting one of them takes a fifth of what starting its sources takes, and a suite starts hundreds.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { basename, join } from 'node:path'
import { bundleAlone, bundleCommandLine, bundleProgram } from './bundle.ts'
import { cache, root } from './run.ts'

const home = join(cache, 'bundled')
/** Nobody bundles for so long: whoever held the lock died. */
const lockMs = 120_000
const oldMs = 60 * 60_000

/** Node keeps here what it compiled; for the environment of what tests start. */
export const compiled = join(home, 'compiled')

/** The command line as it is shipped: the path of `cli.js`. */
export function bundledCommandLine(): Promise<string> {
  return once('cli', async (folder) => {
    await bundleCommandLine(folder)
    return 'cli.js'
  })
}

/** A program of the tests, with all that Forge starts and reads beside it. */
export function bundledProgram(source: string): Promise<string> {
  const name = basename(source, '.ts')
  return once(`${name}-${hashOf(source)}`, async (folder) => basename(await bundleProgram(name, source, folder)))
}

/** One that needs nothing of Forge's beside it. */
export function bundledAlone(source: string): Promise<string> {
  const name = basename(source, '.ts')
  return once(`${name}-${hashOf(source)}`, async (folder) => basename(await bundleAlone(name, source, folder)))
}

const made = new Map<string, Promise<string>>()

function once(name: string, make: (folder: string) => Promise<string>): Promise<string> {
  const known = made.get(name) ?? makeOrFind(name, make)
  made.set(name, known)
  return known
}

async function makeOrFind(name: string, make: (folder: string) => Promise<string>): Promise<string> {
  const state = join(home, digestOfSources())
  mkdirSync(state, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }\n')
  const place = join(state, name)
  const lock = `${place}.lock`
  for (;;) {
    const file = entryIn(place)
    if (file !== undefined) return file
    if (takes(lock)) break
    await sleep(50)
  }
  try {
    const folder = mkdtempSync(`${place}.new-`)
    const entry = await make(folder)
    renameSync(folder, place)
    removeOld()
    return join(place, entry)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** A folder stands there whole or not at all; its program has its name. */
function entryIn(place: string): string | undefined {
  const entry = join(place, `${basename(place).replace(/-[0-9a-f]{16}$/, '')}.js`)
  return statSync(entry, { throwIfNoEntry: false }) === undefined ? undefined : entry
}

function takes(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const held = statSync(lock, { throwIfNoEntry: false })
    if (held !== undefined && Date.now() - held.mtimeMs > lockMs) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

/** Every file that can be part of a bundle, by its time and size. */
function digestOfSources(): string {
  const folders = ['packages/forge/src', 'packages/forge/test', 'scripts/bundle.ts', 'package-lock.json']
  const files = folders.flatMap((folder) => filesIn(join(root, folder)))
  return hashOf(`${root}\n${files.join('\n')}`)
}

function filesIn(path: string): readonly string[] {
  const { mtimeMs, size } = statSync(path)
  if (!statSync(path).isDirectory()) return [`${path} ${mtimeMs} ${size}`]
  return readdirSync(path)
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => filesIn(join(path, name)))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** States of the sources that nobody has started anything of lately. */
function removeOld(): void {
  for (const name of readdirSync(home)) {
    const state = join(home, name)
    const found = statSync(state, { throwIfNoEntry: false })
    if (state !== compiled && found?.isDirectory() === true && Date.now() - found.mtimeMs > oldMs)
      rmSync(state, { recursive: true, force: true })
  }
}
