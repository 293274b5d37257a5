/**
 * A child of Forge, bare or in a PID namespace, behind one interface.
 *
 * 1. A child in a namespace is signalled by its group inside: a signal to bubblewrap would end everything before the
 *    child could obey it.
 * 2. If the requested namespace or sandbox cannot be built, the child fails with that reason and does not run.
 * 3. A missing program is started bare, so that the kernel itself reports why; never if a sandbox was requested.
 */
import { statSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, resolve } from 'node:path'
import { say } from '#messages/said.ts'
import type { Command } from './command.ts'
import type { Enclosure } from './enclosure.ts'
import { createPortForward, portForwardCommand, portForwardProgram } from './port-forward.ts'
import { signalGroup } from './end-processes.ts'
import type { Pipe } from './pipe.ts'
import { readLivingNow } from './proc.ts'
import { findProgram } from './program.ts'
import { closedInput, refusedBySystem, spawnBare, type Exit, type Spawned } from './spawn.ts'
import { readStatus, type Emptiness, type Status } from './status.ts'
import { bubblewrapArguments } from './bubblewrap.ts'

export interface Child extends Pick<Spawned, 'pid' | 'stdout' | 'stderr' | 'exit' | 'input'> {
  /** Stopped by a signal, so it cannot react to another one. */
  isStopped(): boolean
  signal(name: NodeJS.Signals): void
  /**
   * Ends all processes at once if the kernel can do that; otherwise does nothing, and the leftovers must be searched.
   */
  end(): void
  /** Resolves when the namespace is empty; at once for a bare child, about which nothing is known. */
  emptied(): Promise<Emptiness>
}

export function spawnChild(command: Command, pipe: Pipe | undefined, enclosure: Enclosure): Child {
  const isAsked = command.marker !== undefined || command.walls !== undefined
  const missing = isAsked ? missingFor(command) : undefined
  if (command.walls !== undefined && missing !== undefined) return refusedChild(refusedBySystem(missing, 'ENOENT'))
  if (!isAsked || missing !== undefined) return bareChild(spawnBare(command, { pipe }))
  if (enclosure.by === 'bubblewrap') return heldChild(command, pipe, enclosure)
  if (command.walls !== undefined)
    return refusedChild({ unavailable: say('program.noSandbox', { why: enclosure.why }), exitCode: null, signal: null })
  return bareChild(spawnBare(command, { pipe }))
}

/** What is missing: the directory or the program. */
function missingFor(command: Command): string | undefined {
  if (statSync(command.cwd, { throwIfNoEntry: false })?.isDirectory() !== true) return command.cwd
  return programOf(command) === undefined ? command.file : undefined
}

/** A relative path is resolved from the child's directory, as the kernel would. */
function programOf({ file, cwd, env }: Command): string | undefined {
  return findProgram(file.includes('/') ? resolve(cwd, file) : file, env['PATH'] ?? '')
}

function bareChild(spawned: Spawned): Child {
  const { pid } = spawned
  return {
    ...spawned,
    isStopped: () => pid !== undefined && readLivingNow(pid)?.state === 'T',
    signal: (name) => void (pid === undefined ? false : signalGroup(pid, name)),
    end: () => undefined,
    emptied: () => Promise.resolve('unknown'),
  }
}

type Bubblewrap = Extract<Enclosure, { by: 'bubblewrap' }>

function refusedChild(exit: Exit): Child {
  const none = { pid: undefined, stdout: null, stderr: null, third: undefined }
  return bareChild({ ...none, exit: Promise.resolve(exit), input: closedInput })
}

function heldChild(command: Command, pipe: Pipe | undefined, { program, identity }: Bubblewrap): Child {
  const gate = gateOf(command)
  const inside = gate?.command ?? [command.file, ...command.args]
  const args = [
    '--json-status-fd',
    '3',
    ...bubblewrapArguments(gate?.walls ?? command.walls, identity),
    '--',
    ...inside,
  ]
  const spawned = spawnBare({ ...command, file: program, args }, { pipe, third: 'open', hand: gate?.gate.take })
  void spawned.exit.then(() => gate?.gate.close())
  if (spawned.third === undefined || spawned.pid === undefined) return bareChild(spawned)
  const { pid } = spawned
  const status = readStatus(spawned.third)
  const sent = new Set<NodeJS.Signals>()
  return {
    ...spawned,
    exit: exitOf(spawned, status, { file: command.file, sent }),
    isStopped() {
      const main = status.main()
      return main !== undefined && readLivingNow(main)?.state === 'T'
    },
    signal(name) {
      sent.add(name)
      signalGroup(status.first() ?? pid, name)
    },
    end() {
      signalGroup(pid, 'SIGKILL')
      const first = status.first()
      if (first !== undefined) signalGroup(first, 'SIGKILL')
    },
    emptied: () => status.emptied(),
  }
}

/** A sandbox with some open ports first runs a program of Forge, then the requested one. */
function gateOf(command: Command) {
  const { walls, file, args } = command
  if (walls === undefined || walls.network === 'shared' || walls.network.ports.length === 0) return undefined
  const { ports } = walls.network
  const shown = [dirname(portForwardProgram()), process.execPath].map((path) => ({ mount: 'readable', path }) as const)
  const real = programOf(command) ?? file
  return {
    gate: createPortForward(ports),
    command: portForwardCommand(ports, real, args),
    walls: { ...walls, mounts: [...walls.mounts, ...shown] },
  }
}

/** Bubblewrap reports a signal as 128 plus its number; only for signals sent from here is the meaning certain. */
async function exitOf(
  spawned: Spawned,
  status: Status,
  { file, sent }: { readonly file: string; readonly sent: ReadonlySet<NodeJS.Signals> },
): Promise<Exit> {
  const exit = await spawned.exit
  if (exit.signal !== null || exit.exitCode === null) return exit
  const { started } = await status.told
  if (!started) return { unavailable: say('program.notStartedInSandbox', { file }), exitCode: null, signal: null }
  const signal = [...sent].find((name) => constants.signals[name] + 128 === exit.exitCode)
  return signal === undefined ? exit : { exitCode: null, signal }
}
