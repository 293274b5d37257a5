/** Simulated agents: their possible behaviours, and the agent itself. */
import type { AgentEnd, AgentTask } from '#engine/ports.ts'

export const behaviours = [
  'good',
  'slow',
  'silent',
  'hang',
  'bad',
  'stray',
  'empty-diff',
  'exit-1',
  'exit-137',
  'crash-after-result',
  'no-answer',
  'malformed',
  'partial',
  'oversized',
  'duplicate',
  'forged',
  'blocked',
  'refuses',
  'overflows',
  'rate-limited',
  'rate-limited-silently',
  'quota',
  'cut-off',
  'network',
  'server',
  'stream',
  'connection',
  'outside',
  'unavailable',
  'removes-tree',
  'unknown-word',
  'revise',
  'reject',
  'unsound',
  'stubborn',
  'drops-tests',
] as const
export type Behaviour = (typeof behaviours)[number]

export interface SimAgent {
  /** The Forge process that started it. */
  readonly owner: number
  readonly key: string
  readonly task: AgentTask['task']
  readonly tree: string
  readonly behaviour: Behaviour
  readonly startedAt: number
  lastSign: number
  alive: boolean
  /** Stopped by Forge, or past its deadline. */
  told: 'nothing' | 'interrupt' | 'kill'
  end(end: AgentEnd): void
}
