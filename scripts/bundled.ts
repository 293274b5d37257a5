/**
 * Test programs as bundles that start fast, made once per state of the sources for all test files, and cached. Starting
 * one takes a fifth of the time that its sources take, and a suite starts hundreds.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { basename, join } from 'node:path'
import { bundleAlone, bundleCommandLine, bundleProgram } from './bundle.ts'
import { cache, root } from './run.ts'

const home = join(cache, 'bundled')
/** No bundling takes this long: the holder of the lock has died. */
const lockMs = 120_000
const oldMs = 60 * 60_000

/** Node's compile cache; for the environment of programs that tests start. */
export const compiled = join(home, 'compiled')

/** The command line as it is shipped: the path of `cli.js`. */
export function bundledCommandLine(): Promise<string> {
  return once('cli', async (folder) => {
    await bundleCommandLine(folder)
    return 'cli.js'
  })
}

/** A test program, with all that Forge starts and reads beside it. */
export function bundledProgram(source: string): Promise<string> {
  const name = basename(source, '.ts')
  return once(`${name}-${hashOf(source)}`, async (folder) => basename(await bundleProgram(name, source, folder)))
}

/** A test program that needs no files of Forge beside it. */
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
  const folder = await folderMadeOnce(name, async (place) => {
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }\n')
    writeFileSync(join(place, entryFile), await make(place))
  })
  return join(folder, readFileSync(join(folder, entryFile), 'utf8'))
}

/** Names the program of a bundle. */
const entryFile = 'entry'

/**
 * A folder that takes long to make, shared by all test files for one state of the sources. It is made in its final
 * place, because its content may name that place; its users must not change it.
 */
export async function folderMadeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const state = join(home, digestOfSources())
  mkdirSync(state, { recursive: true })
  const place = join(state, name)
  const lock = `${place}.lock`
  while (!takes(lock)) {
    if (isWhole(place)) return place
    await sleep(50)
  }
  try {
    // A folder without the mark is from a process that died while making it.
    if (isWhole(place)) return place
    rmSync(place, { recursive: true, force: true })
    mkdirSync(place)
    await make(place)
    writeFileSync(wholeMark(place), '')
    removeOld()
    return place
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function isWhole(place: string): boolean {
  return existsSync(wholeMark(place))
}

function wholeMark(place: string): string {
  return `${place}.whole`
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

/** Removes bundles of states of the sources that were not used lately. */
function removeOld(): void {
  for (const name of readdirSync(home)) {
    const state = join(home, name)
    const found = statSync(state, { throwIfNoEntry: false })
    if (state !== compiled && found?.isDirectory() === true && Date.now() - found.mtimeMs > oldMs)
      rmSync(state, { recursive: true, force: true })
  }
}
