/** The core of a run as the actor sees it: one value with four pure functions (engine.md section 1). */
import type { Command } from '#model/command.ts'
import type { Event } from '#model/event.ts'
import type { Message } from '#model/message.ts'
import { fold } from '#core/state/apply.ts'
import { initialState, type RunState } from '#core/state/state.ts'
import { open } from './open.ts'
import { step } from './step.ts'

export interface Core<S extends { readonly seq: number }, M, E> {
  initial(run: string): S
  /** Total: a throw is a bug, recorded as an event, and the run is parked. */
  step(state: S, message: M): readonly E[]
  fold(state: S, events: Iterable<E>): S
  open(state: S): readonly Command[]
}

export const runCore: Core<RunState, Message, Event> = { initial: initialState, step, fold, open }
