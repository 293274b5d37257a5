/**
 * What holds the children of this process: bubblewrap, where the machine has it and lets it work. Whether it does is tried
 * once, not guessed from a version: containers and kernels forbid it in many ways.
 */
import { findProgram } from './program.ts'
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
