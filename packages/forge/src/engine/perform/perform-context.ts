/** The context of performed commands: the world, the way back into the log, and which keys were stopped. */
import type { Outcome, Report } from '#model/attempt.ts'
import type { HostMessage } from '#model/host.ts'
import type { Key, RunId } from '#model/ids.ts'
import type { Message } from '#model/message.ts'
import { noUsage, type Usage } from '#model/usage.ts'
import type { Grant } from '#model/command.ts'
import type { World } from '#engine/ports.ts'
import { integrationRef } from '#model/refs.ts'

export interface PerformContext {
  readonly run: RunId
  readonly world: World
  /** Durable when resolved; if the log has stopped, the performer ends and nothing more is done. */
  post(message: Message): Promise<void>
  postToHost(message: HostMessage): Promise<void>
  postToRun(run: RunId, key: Key, grant: Grant): Promise<void>
}

/** One attempt being performed. */
export interface Performing {
  readonly site: PerformContext
  readonly key: Key
  readonly performance: number
  /** The name of the conversation of the performance before this one. */
  readonly session?: string
  /** Aborts when a stop command for this key was offered. */
  readonly stopped: AbortSignal
  report(report: Report): void
}

export interface Performed {
  readonly outcome: Outcome
  readonly usage: Usage
}

export function performed(outcome: Outcome, usage: Usage = noUsage): Performed {
  return { outcome, usage }
}

export function failedWith(
  failure: Extract<Outcome, { status: 'failed' }>['failure'],
  usage: Usage = noUsage,
): Performed {
  return { outcome: { status: 'failed', failure }, usage }
}

/** The tree in which a unit's agent works. */
export function unitTree(run: RunId, unit: string): string {
  return `${run}.unit.${unit}`
}

/** A tree that Forge fills and empties by itself; it never holds work of a user or an agent. */
export function scratchTree(run: RunId, unit: string): string {
  return `${run}.scratch.${unit}`
}

export function isScratch(tree: string): boolean {
  return tree.includes('.scratch.')
}

/** The unit of a tree of this run. */
export function unitOfTree(run: RunId, tree: string): string {
  return tree.slice(`${run}.unit.`.length)
}

export const refs = {
  integration: integrationRef,
  work: (run: RunId, unit: string): string => `refs/forge/${run}/work/${unit}`,
  candidate: (run: RunId, unit: string): string => `refs/forge/${run}/candidate/${unit}`,
}
