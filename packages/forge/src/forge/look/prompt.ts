/** The prompt that the agent of a phase would get now, or got the last time. Starts and writes nothing. */
import { makePrompt } from '#engine/perform/prompt.ts'
import type { Prompt, Texts } from '#engine/ports.ts'
import { phasesOf, phaseState } from '#core/graph/position.ts'
import { taskOf } from '#core/next/tasks.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { raw, say } from '#messages/said.ts'
import type { AgentTaskOf } from '#model/answer-schema.ts'
import type { Task } from '#model/attempt.ts'
import { attemptKey } from '#model/ids.ts'
import { nodePath } from '#model/node-path.ts'
import { nearest } from '#model/nearest.ts'
import type { Phase } from '#model/phase.ts'
import { failed, success, type Result } from '#model/result.ts'
import { refusal, usageRefusal, type Refusal } from '#forge/refusal.ts'
import { listTranscripts, readPrompt } from '#forge/world/transcripts.ts'

export interface PromptQuestion {
  readonly unit: string
  readonly phase: string
  /** `next`: the prompt of an attempt now; `sent`: that of the last attempt. */
  readonly which: 'next' | 'sent'
}

export interface PromptView extends Prompt {
  readonly unit: string
  readonly phase: string
  readonly role: string
  readonly key: string
}

/** The phase of that name, or a refusal that lists the phases. */
export function choosePhase(state: RunState, unit: UnitState, name: string): Result<Phase, Refusal> {
  const phases = phasesOf(state, unit)
  const found = phases.find((phase) => phase.name === name)
  if (found !== undefined) return success(found)
  const names = phases.map((phase) => phase.name)
  const meant = nearest(name, names)
  const hint =
    meant === undefined ? say('phase.knownPhases', { phases: names.join(', ') }) : say('hint.didYouMeanThis', { meant })
  return failed(refusal('unknown-phase', say('phase.notInUnit', { unit: unit.spec.id, phase: name }), hint))
}

export interface PromptSources {
  readonly texts: Texts
  /** The directory of transcripts. */
  readonly transcripts: string
}

export async function promptFor(
  state: RunState,
  { unit: id, phase: name, which }: PromptQuestion,
  sources: PromptSources,
): Promise<Result<PromptView, Refusal>> {
  const unit = state.units[id]
  if (unit === undefined) return failed(refusal('unknown-unit', say('unit.notInRun', { run: state.run, unit: id })))
  const phase = choosePhase(state, unit, name)
  if (!phase.ok) return phase
  if (phase.value.kind !== 'agent')
    return failed(usageRefusal('no-prompt', say('phase.asksNoModel', { phase: name, kind: phase.value.kind })))
  const about = { unit: id, phase: name, role: phase.value.role }
  if (which === 'sent') return sentPrompt(state.run, about, sources)
  const path = nodePath(id, name)
  const open = state.openAttempts[path]
  const at = phaseState(unit, name)
  const key = open?.key ?? attemptKey(state.run, unit.specVersion, path, at.lastAttempt + 1)
  const position = { unit, phase: phase.value, path, state: at, judged: undefined }
  const task = open?.task ?? taskOf(state, position, key)
  if (task === undefined || !isOfAgent(task)) {
    const hint = say('hint.showUnit', { unit: id })
    return failed(refusal('nothing-yet', say('prompt.nothingToAskYet', { phase: name, unit: id }), hint))
  }
  const made = await makePrompt(sources, task)
  if (!made.ok)
    return failed(refusal('no-prompt', 'summary' in made.failure ? made.failure.summary : raw(made.failure.tag)))
  return success({ ...about, key, ...made.value })
}

function isOfAgent(task: Task): task is AgentTaskOf {
  return 'role' in task
}

function sentPrompt(
  run: string,
  about: Pick<PromptView, 'unit' | 'phase' | 'role'>,
  { transcripts }: PromptSources,
): Result<PromptView, Refusal> {
  const last = listTranscripts(transcripts, run).findLast(
    ({ unit, phase }) => unit === about.unit && phase === about.phase,
  )
  const kept = last === undefined ? undefined : readPrompt(transcripts, run, last.file)
  if (last === undefined || kept === undefined)
    return failed(
      refusal('not-sent', say('prompt.noneKept', { phase: about.phase, unit: about.unit }), say('prompt.leaveOutSent')),
    )
  return success({ ...about, key: last.key, ...kept })
}
