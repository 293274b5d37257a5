/** What only the attempt knows and its prompt tells, read from the state when the attempt is decided. */
import { hashOf } from '#model/digest.ts'
import type { AgentPhase } from '#model/phase.ts'
import type { TaskContext } from '#model/prompt.ts'
import type { Position } from '#core/graph/position.ts'
import type { RunState } from '#core/state/state.ts'
import { overlayOf } from './overlay.ts'

const mostSummaries = 3

/**
 * Under which name the texts of a phase are recorded: those of its role, or of its role with instructions or blocks of its
 * own. What is told is told in full by the hash, so that two phases never share a name by accident.
 */
export function textsKey({ role, workflow, context }: Pick<AgentPhase, 'role' | 'workflow' | 'context'>): string {
  const { blocks = [] } = context ?? {}
  if (workflow === undefined && blocks.length === 0) return role
  return `${role.slice(0, 50)}--${hashOf([role, workflow ?? null, blocks]).slice(0, 10)}`
}

export function contextOf(state: RunState, { unit, state: at }: Position, phase: AgentPhase): TaskContext {
  const prompts = state.spec?.prompts ?? {}
  const key = textsKey(phase)
  const texts = Object.hasOwn(prompts, key) ? prompts[key] : undefined
  const wanted = Math.min(phase.context?.priorSummaries ?? mostSummaries, mostSummaries)
  const summaries = wanted === 0 ? [] : (unit.summaries ?? []).slice(-wanted)
  const overlay = overlayOf(state, unit)
  const of = phase.maxIterations ?? state.spec?.budget.revisions ?? 0
  return {
    ...(texts === undefined ? {} : { texts }),
    ...(overlay === '' ? {} : { overlay }),
    ...(summaries.length === 0 ? {} : { summaries }),
    // Who can send work back should know how often that is still possible.
    ...(phase.yields === 'verdict' && phase.onRevise !== undefined && of > 0
      ? { loop: { iteration: at.revisions + (at.repairs ?? 0) + 1, of } }
      : {}),
    ...(phase.context?.architecture === true ? { architecture: true } : {}),
  }
}
