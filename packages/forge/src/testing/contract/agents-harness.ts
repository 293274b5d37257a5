/**
 * What a contract suite for agents needs of an adapter: its agents, in an isolated place, with a scriptable program.
 */
import type { Agents } from '#engine/ports.ts'
import type { FailureKind } from '#model/agent-event.ts'
import type { Json } from '#model/json.ts'

/** The steps of the agent's program, in its own wire format. */
export type Deed =
  /** Report the id of this conversation. */
  | { readonly do: 'begin'; readonly session: string }
  /** Fail as blocked unless the prompt contains this text. */
  | { readonly do: 'expect'; readonly text: string }
  | { readonly do: 'say'; readonly text: string }
  /** Report the use of a tool, and that it worked. */
  | { readonly do: 'tool'; readonly name: string }
  /** Really write a file in the working directory. */
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  /** Report that this many more tokens were used, in this runtime's own way. */
  | { readonly do: 'use'; readonly input: number; readonly output: number }
  /** Report that the provider asked to wait, and continue. */
  | { readonly do: 'limited'; readonly retryAfterMs: number }
  /** End successfully, with this answer. */
  | { readonly do: 'answer'; readonly answer: Json }
  /** End successfully, without an answer. */
  | { readonly do: 'finish' }
  /** Fail in the runtime's own way. */
  | { readonly do: 'fail'; readonly as: FailureKind }
  /** Print this line as it is. */
  | { readonly do: 'print'; readonly line: string }
  | { readonly do: 'flood'; readonly mebibytes: number }
  /** Leave behind a process that would live for a minute. */
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
  /** Leftovers in the adapter's private places. */
  leftovers(): readonly string[]
  dispose(): Promise<void>
}

export interface AgentsHarness {
  /** Agents whose program does this; `absent`: there is no such program. */
  open(deeds: readonly Deed[] | 'absent'): Promise<AgentsRoom>
  /** Whether usage is known while the agent works, only when it ends by itself, or only when it ends well. */
  readonly usage: 'as it grows' | 'at the end' | 'at a good end'
  /** `a second end`: submitting an answer also ends this program, so that the same answer again is an end too many. */
  readonly repeated?: 'a second end'
  /** Whether an answer of another attempt is passed on for the core to refuse, or refused by the adapter. */
  readonly foreign?: 'handed on' | 'refused'
  /** Whether a wait requested by the provider is seen while the agent continues. */
  readonly limits: 'seen' | 'unseen'
  /** Kinds of failure that this runtime distinguishes. */
  readonly kinds: readonly FailureKind[]
}
