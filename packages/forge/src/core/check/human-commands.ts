/**
 * Commands of a human while a template is walked. Every command is offered everywhere: production decides where it
 * applies.
 */
import { raw } from '#messages/said.ts'
import type { Remedy } from '#model/event.ts'
import type { Message } from '#model/message.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

/** Each is given at most once on a way; a paused run is resumed. */
export const humanCommands = ['pause', 'cancel', 'retry', 'reopen'] as const
export type HumanCommand = (typeof humanCommands)[number]

export interface Stamp {
  readonly id: string
  readonly at: number
}

interface Spoken {
  readonly name: string
  readonly message: Message
}

const by = { kind: 'operator', name: 'checker' } as const
const reason = 'checked'

export function saidOf(state: RunState, stamp: Stamp, word: HumanCommand): readonly Spoken[] {
  switch (word) {
    case 'pause':
    case 'cancel':
      return [{ name: word, message: { type: word, ...stamp, by, reason: raw(reason) } }]
    case 'retry':
      return state.order.map((unit) => ({ name: `${word} ${unit}`, message: { type: word, ...stamp, unit, by } }))
    case 'reopen':
      return state.order.map((unit) => ({
        name: `${word} ${unit}`,
        message: { type: word, ...stamp, unit, by, reason },
      }))
  }
}

export function resumed(stamp: Stamp): Spoken {
  return { name: 'resume', message: { type: 'resume', ...stamp, by } }
}

/** The remedies that a state names, as the commands of a human who follows them. */
export function remediesOf(state: RunState, stamp: Stamp): readonly Spoken[] {
  const stopped = state.order.map((id) => state.units[id] as UnitState).filter(({ status }) => status === 'stopped')
  const ofUnits = stopped.flatMap(({ spec, stop }) =>
    stop === undefined ? [] : saidFor(stop.remedy, spec.id, state, stamp),
  )
  const { status, remedy } = state
  if (status !== 'stopped' || remedy === undefined) return ofUnits
  return [...saidFor(remedy, stopped[0]?.spec.id, state, stamp), ...ofUnits]
}

/** Answers and edits are about a question or a plan: they are walked where there is one. */
function saidFor(
  { word, limit }: Remedy,
  unit: string | undefined,
  { limits }: RunState,
  stamp: Stamp,
): readonly Spoken[] {
  switch (word) {
    case 'resume':
      return [resumed(stamp)]
    case 'raise': {
      const raised = limit === undefined ? limits : { ...limits, [limit]: Number.MAX_SAFE_INTEGER }
      return [{ name: word, message: { type: word, ...stamp, by, limits: raised } }]
    }
    case 'retry':
      return unit === undefined ? [] : [{ name: `${word} ${unit}`, message: { type: word, ...stamp, unit, by } }]
    case 'reopen':
      return unit === undefined
        ? []
        : [{ name: `${word} ${unit}`, message: { type: word, ...stamp, unit, by, reason } }]
    case 'answer':
    case 'edit':
      return []
  }
}
