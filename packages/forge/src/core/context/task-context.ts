/** What is specific to an attempt in its prompt, read from the state when the attempt is decided. */
import { defined } from '#model/defined.ts'
import { hashOf } from '#model/digest.ts'
import { mostSummaries } from '#model/most-summaries.ts'
import type { AgentPhase } from '#model/phase.ts'
import type { TaskContext } from '#model/prompt.ts'
import { phasesOf, type Position } from '#core/graph/position.ts'
import { countedIn } from '#core/rounds/counted.ts'
import { loopOf, roundsOf } from '#core/rounds/rounds.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { overlayOf } from './overlay.ts'

/**
 * The name under which the texts of a phase are recorded: that of its role, or of its role with instructions or blocks
 * of its own. The hash covers them in full, so that two phases never share a name by accident.
 */
export function textsKey({ role, workflow, context }: Pick<AgentPhase, 'role' | 'workflow' | 'context'>): string {
  const { blocks = [] } = context ?? {}
  if (workflow === undefined && blocks.length === 0) return role
  return `${role.slice(0, 50)}--${hashOf([role, workflow ?? null, blocks]).slice(0, 10)}`
}

export function taskContextOf(state: RunState, { unit }: Position, phase: AgentPhase): TaskContext {
  const prompts = state.spec?.prompts ?? {}
  const key = textsKey(phase)
  const texts = Object.hasOwn(prompts, key) ? prompts[key] : undefined
  const wanted = phase.context?.priorSummaries ?? mostSummaries
  const summaries = wanted === 0 ? [] : (unit.summaries ?? []).slice(-wanted)
  const overlay = overlayOf(state, unit)
  return {
    ...defined({ texts }),
    ...(overlay === '' ? {} : { overlay }),
    ...(summaries.length === 0 ? {} : { summaries }),
    ...(phase.yields === 'verdict' ? loopIn(state, unit, phase) : {}),
    ...(phase.context?.architecture === true ? { architecture: true } : {}),
  }
}

/** A reviewer that can send work back should know how often that is still possible. */
function loopIn(state: RunState, unit: UnitState, phase: AgentPhase): Pick<TaskContext, 'loop'> {
  const loop = loopOf(phasesOf(state, unit), phase)
  if (state.spec === undefined || loop === undefined) return {}
  const { done, last } = roundsOf(loop, state.spec.budget, countedIn(state, unit, phase.name))
  return last === 0 ? {} : { loop: { iteration: Math.min(done + 1, last), of: last } }
}
