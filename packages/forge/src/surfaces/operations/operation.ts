/**
 * An operation: one thing that a user can do, with everything that a surface needs to offer it. Surfaces are
 * projections of the list in `list.ts`: arguments, help, validation, JSON and documentation come from here.
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

/** How an operation communicates while it runs. Results are returned or emitted; everything else goes through here. */
export interface Talk<Item> {
  /** Aborted when the user wants it to end; it then ends soon and cleanly. */
  readonly signal: AbortSignal
  /** The command as typed, so that it can be repeated with one more flag; absent where no user typed one. */
  readonly called?: string
  /** One item of a stream. */
  emit(item: Item): void
  /** A remark that is not part of the result. */
  say(text: Said): void
  /** Asks the user. `unasked` without a user: then the operation takes its safe default. */
  confirm(question: Said, how?: Confirming): Promise<'yes' | 'no' | 'unasked'>
  /** A line typed by the user; `ended` when the input ends or the question is settled elsewhere. */
  read(question: Said, signal?: AbortSignal): Promise<{ readonly text: string } | 'ended' | 'unasked'>
  /** The same for a secret: the typed text is not shown. */
  readHidden(question: Said): Promise<{ readonly text: string } | 'ended' | 'unasked'>
  /** A text as the user leaves it in their editor, or why it was not opened. */
  edit(text: Said, name: string): Promise<Result<string, Said>>
}

export interface Confirming {
  /** What an empty answer means; `yes` when absent. */
  readonly otherwise?: 'yes' | 'no'
  /** Aborted when the question is settled elsewhere; it is then answered with `no`. */
  readonly signal?: AbortSignal
}

/** The end of an operation. An answer has a value, a stream has emitted its items already. */
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
   * `decides`: starts, drives, answers or ends a run, hands its work over, or writes the user's files; refused to an
   * agent before it runs (I-23). `reads`: open to every caller.
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
  /** When it exits with a code other than 0, 1 (it did not work) or 2 (usage). */
  readonly exits?: Partial<Record<Exit, string>>
  run(
    forge: Forge,
    input: z.output<Input>,
    talk: Talk<z.output<Output>>,
  ): Promise<Result<Done<z.output<Output>>, Refusal>>
  /** For people: the plain form. It may contain text of agents; surfaces make it harmless. */
  render(output: z.output<Output>): readonly Line[]
  /** For streams whose newest item is complete: a terminal shows only that one, with next steps as commands. */
  renderLive?(output: z.output<Output>, now: number, typed: (next: NextStep) => string): readonly Line[]
}

/** The running and rendering parts of an operation: enough once the input is checked. */
export type OperationCode = Pick<Operation, 'name' | 'does' | 'needs' | 'run' | 'render' | 'renderLive'>

export const chapters = ['Work', 'Look', 'Decide', 'Set up'] as const
export type Chapter = (typeof chapters)[number]

/** An operation in the list, before it is loaded. */
export interface Listed {
  readonly name: string
  readonly summary: string
  /** Those of its fields that are arguments, in order. */
  readonly positionals: readonly string[]
  /** Its section in help and documentation. */
  readonly chapter: Chapter
  load(this: void): Promise<Operation>
  /** The same without its schemas, for a call without arguments and flags of its own. */
  readonly bare?: OperationCode
}

/** Keeps the types of one operation while it is written, and erases them for the list. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  written: Operation<Input, Output>,
): Operation {
  if (written.needs === undefined) return written
  const waiting = 'this repository brings settings that you have not trusted yet'
  return { ...(written as Operation), exits: { waiting, ...written.exits } }
}

/** The argument that names a run; a unique prefix is enough, and with one run it may be omitted. */
export const RunName = z
  .string()
  .min(1)
  .max(63)
  .optional()
  .describe('Run id or its beginning; may be left out if there is only one run')
