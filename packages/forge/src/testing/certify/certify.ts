/** The torture chamber: the whole catalogue against one adapter, with one program in place of its own. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { behaviours, torturedProgram, type Behaviour } from '#testing/torture/index.ts'
import type { AdapterParts } from '#adapters/agents/session/index.ts'
import type { Agents } from '#engine/ports.ts'
import { layGround } from './ground.ts'
import { tryBehaviour, type Trial } from './trial.ts'

/** An adapter, with the program that it is to start. */
export interface Candidate {
  /** The wire format that its program speaks. */
  readonly format: string
  create(around: AdapterParts, program: string): Agents
}

export interface Certifying {
  readonly candidate: Candidate
  readonly onTrial?: (trial: Trial) => void
  /** Only these behaviours; default: all. */
  readonly only?: readonly string[]
  /** Arguments that make Node run the agent of the chamber; default: the shipped one. */
  readonly tortured?: readonly string[]
}

export async function certify({
  candidate,
  onTrial,
  only,
  tortured = torturedProgram(),
}: Certifying): Promise<readonly Trial[]> {
  const directory = await mkdtemp(join(tmpdir(), 'forge-certify-'))
  try {
    const program = await makeProgram(directory, [...tortured, candidate.format])
    const chamber = {
      directory,
      ground: await layGround(directory),
      scope: `certify-${directory.slice(-6)}`,
      agentsOf: (around: AdapterParts) => candidate.create(around, program),
    }
    const trials: Trial[] = []
    for (const behaviour of behaviours.filter((one) => isMeant(one, candidate.format, only))) {
      const trial = await tryBehaviour(chamber, behaviour)
      trials.push(trial)
      onTrial?.(trial)
    }
    return trials
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function isMeant({ name, notIn }: Behaviour, format: string, only: readonly string[] | undefined): boolean {
  return notIn?.includes(format) !== true && (only === undefined || only.includes(name))
}

/** Adapters start a program by its path: a line of shell combines Node and the chamber's agent into one. */
async function makeProgram(directory: string, words: readonly string[]): Promise<string> {
  const path = join(directory, 'agent')
  const quoted = [process.execPath, ...words].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`)
  await writeFile(path, `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`)
  await chmod(path, 0o755)
  return path
}
