/**
 * What holds the children of this process: bubblewrap, where the machine has it and lets it work. Whether it does is tried
 * once, not guessed from a version: containers and kernels forbid it in many ways.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { spawnBare } from './spawn.ts'
import { wallArguments } from './walls.ts'

/** How children are held, or why only their marker finds them. */
export type Enclosure =
  | { readonly by: 'bubblewrap'; readonly program: string }
  | { readonly by: 'nothing'; readonly why: string }

let tried: Promise<Enclosure> | undefined

export function enclosure(): Promise<Enclosure> {
  tried ??= tryBubblewrap()
  return tried
}

async function tryBubblewrap(): Promise<Enclosure> {
  if (process.platform !== 'linux')
    return { by: 'nothing', why: `bubblewrap is for Linux, and this is ${process.platform}` }
  const PATH = process.env['PATH'] ?? ''
  const program = findProgram('bwrap', PATH)
  if (program === undefined) return { by: 'nothing', why: 'bubblewrap (bwrap) is not installed' }
  const args = [...wallArguments(undefined), '--', 'true']
  const child = spawnBare({ file: program, args, cwd: '/', env: { PATH } })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-1000)))
  const { exitCode, unavailable } = await child.exit
  if (exitCode === 0) return { by: 'bubblewrap', program }
  const why = unavailable ?? (said.trim().split('\n').at(-1) || `it ended with ${exitCode ?? 'a signal'}`)
  return { by: 'nothing', why: `bubblewrap does not work here: ${why}` }
}

/** The program that a PATH finds; undefined when there is none to execute. */
export function findProgram(file: string, path: string): string | undefined {
  if (file.includes('/')) return isProgram(file) ? file : undefined
  return path
    .split(delimiter)
    .map((place) => join(place, file))
    .find((candidate) => isAbsolute(candidate) && isProgram(candidate))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
