/** What a contract suite for agents needs of an adapter: its agents, in a place of their own, with a program that does as told. */
import type { Agents } from '#engine/ports.ts'
import type { FailureKind } from '#model/agent-event.ts'
import type { Json } from '#model/json.ts'

/** What the agent's program is to do, one after the other, in the words of its own wire format. */
export type Deed =
  /** Say which conversation this is. */
  | { readonly do: 'begin'; readonly session: string }
  /** Fail as blocked unless this stands in what it was told. */
  | { readonly do: 'expect'; readonly text: string }
  | { readonly do: 'say'; readonly text: string }
  /** Say that a tool is used, and that it worked. */
  | { readonly do: 'tool'; readonly name: string }
  /** Really write a file of the working directory. */
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  /** Tell that this many more tokens were used, in the way in which this runtime tells it. */
  | { readonly do: 'use'; readonly input: number; readonly output: number }
  /** Tell that the provider asked to wait, and go on. */
  | { readonly do: 'limited'; readonly retryAfterMs: number }
  /** The runtime's positive end, with this answer. */
  | { readonly do: 'answer'; readonly answer: Json }
  /** The runtime's positive end, without any. */
  | { readonly do: 'finish' }
  /** The runtime's own failure. */
  | { readonly do: 'fail'; readonly as: FailureKind }
  /** Print this line as it is. */
  | { readonly do: 'print'; readonly line: string }
  | { readonly do: 'flood'; readonly mebibytes: number }
  /** Leave a process behind that would live for a minute. */
  | { readonly do: 'leave-behind'; readonly how: 'plain' | 'setsid' | 'double-fork' }
  | { readonly do: 'ignore-signals' }
  | { readonly do: 'hang' }
  | { readonly do: 'exit'; readonly code: number }
  | { readonly do: 'die'; readonly signal: 'SIGKILL' | 'SIGTERM' }

export interface AgentsRoom {
  readonly agents: Agents
  /** The tree that tasks work in: its id, and its directory. */
  readonly tree: { readonly id: string; readonly directory: string }
  /** Pids of living processes of this attempt, found without the adapter's help. */
  living(key: string): readonly number[]
  /** What is left in the adapter's private places. */
  leftovers(): readonly string[]
  dispose(): Promise<void>
}

export interface AgentsHarness {
  /** Agents whose program does this; `absent`: there is no such program. */
  open(deeds: readonly Deed[] | 'absent'): Promise<AgentsRoom>
  /** Whether usage is known while the agent works, only when it ends by itself, or only when it ends well. */
  readonly usage: 'as it grows' | 'at the end' | 'at a good end'
  /** `a second end`: what hands in an answer here also ends, so that the same one again is an end too many. */
  readonly repeated?: 'a second end'
  /** What becomes of an answer of another attempt: handed on for the core to refuse, or refused where it comes in. */
  readonly foreign?: 'handed on' | 'refused'
  /** Whether being asked to wait is seen while the agent goes on. */
  readonly limits: 'seen' | 'unseen'
  /** Kinds of failure that this runtime can tell apart. */
  readonly kinds: readonly FailureKind[]
}
