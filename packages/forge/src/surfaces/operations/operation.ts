/**
 * What an operation is: one thing that a user can do, with everything that a surface needs to offer it. Surfaces are
 * projections of the list in `list.ts`: arguments, help, validation, JSON and documentation come from what stands here.
 */
import { z } from 'zod'
import type { Forge } from '#forge.ts'
import type { Exit, Refusal } from '#forge/refusal.ts'
import type { Result } from '#model/result.ts'
import type { Said } from '#model/said.ts'
import type { NextStep } from '#model/next.ts'
import type { Line } from './text/line.ts'

export interface Example {
  readonly command: string
  readonly what: string
}

/** How an operation speaks while it runs. Results are what it answers or emits; everything else is talk. */
export interface Talk<Item> {
  /** Aborted when the user wants it to end; it then ends soon and well. */
  readonly signal: AbortSignal
  /** The command as it was given, so that it can be given again with one more flag; absent where nobody typed one. */
  readonly called?: string
  /** One item of a stream. */
  emit(item: Item): void
  /** A remark that is not part of the result. */
  say(text: Said): void
  /** Ask a person. `unasked` when nobody sits there: then the operation takes its safe way. */
  confirm(question: Said, how?: Confirming): Promise<'yes' | 'no' | 'unasked'>
  /** A line typed by a person; `ended` when the input ends or the question is settled elsewhere. */
  read(question: Said, signal?: AbortSignal): Promise<{ readonly text: string } | 'ended' | 'unasked'>
  /** The same for a secret: what is typed is not shown. */
  readHidden(question: Said): Promise<{ readonly text: string } | 'ended' | 'unasked'>
  /** A text as a person leaves it in their editor, or why it was not opened. */
  edit(text: Said, name: string): Promise<Result<string, Said>>
}

export interface Confirming {
  /** What no answer at all means; `yes` when absent. */
  readonly otherwise?: 'yes' | 'no'
  /** Aborted when the question is settled elsewhere; it is then answered with `no`. */
  readonly signal?: AbortSignal
}

/** How it went. An answer has a value, a stream has told its items already. */
export interface Done<Output> {
  readonly value?: Output
  /** `ok` when absent. */
  readonly exit?: Exit
  /** What to do next, best first; for an answer it is in its value. */
  readonly next?: readonly NextStep[]
}

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** One or two words: `status`, `plan show`. */
  readonly name: string
  /** What it does, in one line without a full stop. */
  readonly summary: string
  /** More about it, for its own help page. */
  readonly details?: string
  /**
   * `decides`: begins, drives, answers or ends a run, hands its work over, or writes what is the user's; refused to an agent before it runs
   * (I-23). `reads`: everybody may.
   */
  readonly does: 'reads' | 'decides'
  /** It uses what the repository brings: refused until a human trusts that (I-42). Its input has `trustFlag`. */
  readonly needs?: 'trust'
  /** `answer`: one value. `stream`: any number of items, each of the output schema. */
  readonly shape: 'answer' | 'stream'
  /** Strict; every field has a description. Fields become flags, those in `positionals` arguments, in that order. */
  readonly input: Input
  readonly positionals: readonly (keyof z.output<Input> & string)[]
  readonly output: Output
  readonly examples: readonly Example[]
  /** When it exits with something other than 0, 1 (it did not work) or 2 (usage). */
  readonly exits?: Partial<Record<Exit, string>>
  run(
    forge: Forge,
    input: z.output<Input>,
    talk: Talk<z.output<Output>>,
  ): Promise<Result<Done<z.output<Output>>, Refusal>>
  /** For people: what a surface without richer means shows. Text of agents may be in it; surfaces make it harmless. */
  render(output: z.output<Output>): readonly Line[]
  /** For streams whose newest item says all: what a terminal shows of it in place of the one before, with steps as they are typed. */
  renderLive?(output: z.output<Output>, now: number, typed: (next: NextStep) => string): readonly Line[]
}

/** An operation's doing and showing: all that is needed once there is nothing left to check. */
export type OperationCode = Pick<Operation, 'name' | 'does' | 'needs' | 'run' | 'render' | 'renderLive'>

export const chapters = ['Work', 'Look', 'Decide', 'Set up'] as const
export type Chapter = (typeof chapters)[number]

/** An operation as the list knows it before it is loaded. */
export interface Listed {
  readonly name: string
  readonly summary: string
  /** Those of its fields that are arguments, in order. */
  readonly positionals: readonly string[]
  /** Where it stands in help and documentation. */
  readonly chapter: Chapter
  load(this: void): Promise<Operation>
  /** The same without its schemas, for a call without arguments and flags of its own. */
  readonly bare?: OperationCode
}

/** Keeps the types of one operation while it is written, and forgets them for the list. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  written: Operation<Input, Output>,
): Operation {
  if (written.needs === undefined) return written
  const waiting = 'this repository brings settings that you have not trusted yet'
  return { ...(written as Operation), exits: { waiting, ...written.exits } }
}

/** The argument that names a run; a unique beginning is enough, and with one run it may be left out. */
export const RunName = z
  .string()
  .min(1)
  .max(63)
  .optional()
  .describe('Run id or its beginning; may be left out if there is only one run')
