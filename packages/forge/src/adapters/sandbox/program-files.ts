/** The files that a program needs to run: its link targets, and their package, environment and installation. */
import { closeSync, existsSync, openSync, readFileSync, readlinkSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { isCollective, managedPlaces } from './homes.ts'

/** A longer chain of links leads nowhere. */
const mostHops = 20

export function filesOfProgram(program: string, homes: readonly string[]): readonly string[] {
  const hops = hopsOf(program)
  const interpreter = interpreterOf(program)
  const all = interpreter === undefined ? hops : [...hops, ...hopsOf(interpreter)]
  const places = all.flatMap((path) => [
    path,
    ...managedPlaces(path, homes),
    ...packageOf(path, homes),
    ...environmentOf(path, homes),
    ...installationOf(path, homes),
  ])
  return [...new Set(places)].filter((path) => existsSync(path))
}

/** A program that the configuration names, unlike one found on PATH, also needs the files next to it. */
export function namedPlaces(path: string, homes: readonly string[]): readonly string[] {
  const beside = hopsOf(path).map((hop) => dirname(hop))
  return [...filesOfProgram(path, homes), ...beside.filter((folder) => !isCollective(folder, homes))]
}

/** The path at each link on the way, and the real path: in the sandbox all of them must exist. */
function hopsOf(path: string): readonly string[] {
  const hops = new Set<string>()
  for (let at: string | undefined = path; at !== undefined && hops.size < mostHops && !hops.has(at); at = linkAt(at))
    hops.add(at)
  return [...hops.add(realOf(path))].filter((hop) => existsSync(hop))
}

function linkAt(path: string): string | undefined {
  try {
    return resolve(dirname(path), readlinkSync(path))
  } catch {
    return undefined
  }
}

/** The interpreter in the first line of a script. */
function interpreterOf(path: string): string | undefined {
  const [, named = ''] = /^#!\s*(\S+)/u.exec(beginningOf(path)) ?? []
  return isAbsolute(named) && existsSync(named) ? named : undefined
}

function beginningOf(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(256)
      return bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

/** The nearest package above, and every folder above that may hold its dependencies. */
function packageOf(path: string, homes: readonly string[]): readonly string[] {
  const above = foldersAbove(path)
  const root = above.find((folder) => existsSync(join(folder, 'package.json')))
  if (root === undefined || isAbove(root, homes)) return []
  const modules = above.map((folder) => join(folder, 'node_modules'))
  return isCollective(root, homes) ? modules : [root, ...modules]
}

/** A Python program needs its environment, and that needs the Python that made it. */
function environmentOf(path: string, homes: readonly string[]): readonly string[] {
  const root = foldersAbove(path).find((folder) => existsSync(join(folder, 'pyvenv.cfg')))
  if (root === undefined || isCollective(root, homes)) return []
  const [, home] = /^home\s*=\s*(.+)$/mu.exec(readFileSync(join(root, 'pyvenv.cfg'), 'utf8')) ?? []
  const made = home === undefined || !existsSync(home) ? undefined : dirname(realOf(home))
  return made === undefined || isCollective(made, homes) ? [root] : [root, made]
}

/** `…/node/v24/bin/node` needs `…/node/v24`, which holds its libraries. */
function installationOf(path: string, homes: readonly string[]): readonly string[] {
  const folder = dirname(path)
  const prefix = dirname(folder)
  return basename(folder) !== 'bin' || isCollective(prefix, homes) || !isInside(prefix, homes) ? [] : [prefix]
}

function isInside(path: string, homes: readonly string[]): boolean {
  return homes.some((home) => path.startsWith(`${home}/`))
}

function isAbove(folder: string, homes: readonly string[]): boolean {
  return homes.some((home) => `${home}/`.startsWith(`${folder}/`))
}

function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...foldersAbove(parent)]
}

/** A link to a hidden place would be hidden too. */
export function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Whether the path is an executable. */
export function isExecutable(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && (found.mode & 0o111) !== 0
}
