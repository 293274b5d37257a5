/**
 * What contains the children of this process: bubblewrap, if the machine has it and lets it work. Forge tries that once
 * instead of guessing from a version: containers and kernels forbid it in many ways.
 */
import { raw, say, type Said } from '#messages/said.ts'
import { findProgram } from './program.ts'
import { spawnBare } from './spawn.ts'
import { bubblewrapArguments, type Identity } from './bubblewrap.ts'

/** How children are contained, or why only their marker finds them. */
export type Enclosure =
  | { readonly by: 'bubblewrap'; readonly program: string; readonly identity?: Identity }
  | { readonly by: 'nothing'; readonly why: Said }

let tried: Promise<Enclosure> | undefined

export function enclosure(): Promise<Enclosure> {
  tried ??= tryBubblewrap()
  return tried
}

async function tryBubblewrap(): Promise<Enclosure> {
  if (process.platform !== 'linux')
    return { by: 'nothing', why: say('sandbox.bubblewrapNeedsLinux', { platform: process.platform }) }
  const PATH = process.env['PATH'] ?? ''
  const program = findProgram('bwrap', PATH)
  if (program === undefined) return { by: 'nothing', why: say('sandbox.bubblewrapNotInstalled') }
  const why = await whyNot(program, bubblewrapArguments(undefined))
  if (why !== undefined) return { by: 'nothing', why: say('sandbox.bubblewrapDoesNotWork', { why }) }
  if (process.getuid?.() !== 0) return { by: 'bubblewrap', program }
  // Root needs no user namespace for a sandbox, and containers often forbid one.
  const asNobody = await whyNot(program, bubblewrapArguments({ mounts: [], network: { ports: [] } }, 'nobody'))
  return { by: 'bubblewrap', program, identity: asNobody === undefined ? 'nobody' : 'same' }
}

/** Why a program cannot be started in this way; undefined when it can. */
async function whyNot(program: string, args: readonly string[]): Promise<Said | undefined> {
  const PATH = process.env['PATH'] ?? ''
  const child = spawnBare({ file: program, args: [...args, '--', 'true'], cwd: '/', env: { PATH } })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-1000)))
  const { exitCode, unavailable } = await child.exit
  if (exitCode === 0) return undefined
  if (unavailable !== undefined) return unavailable
  const last = said.trim().split('\n').at(-1) ?? ''
  return last === '' ? say('sandbox.endedWithCode', { code: exitCode ?? say('program.aSignal') }) : raw(last)
}
