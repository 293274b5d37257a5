/**
 * The prompt of an attempt: this reads the recorded texts, the core assembles them. Without a prompt no agent starts.
 */
import { promptOf } from '#core/context/prompt.ts'
import { say, type Said } from '#messages/said.ts'
import type { AgentTaskOf } from '#model/answer-schema.ts'
import type { Failure } from '#model/failure.ts'
import { parseJson } from '#model/parse-json.ts'
import { PromptPack } from '#model/prompt.ts'
import { failed, success, unreachable, type Result } from '#model/result.ts'
import type { Prompt, Texts } from '#engine/ports.ts'

export async function makePrompt(
  { texts }: { readonly texts: Texts },
  task: AgentTaskOf,
): Promise<Result<Prompt, Failure>> {
  const hash = task.context?.texts
  const pack = hash === undefined ? undefined : parsePack(await texts.read(hash))
  if (hash !== undefined && pack === undefined)
    return failed(refused(say('prompt.recordedTextsGone', { role: task.role, hash })))
  const made = promptOf(task, pack)
  return made.ok ? success(made.value) : failed(refused(wordsOf(made.failure)))
}

function parsePack(text: string | undefined): PromptPack | undefined {
  return text === undefined ? undefined : PromptPack.safeParse(parseJson(text)).data
}

/** A retry would find the same: a human decides. */
function refused(summary: Said): Failure {
  return { tag: 'refused', summary }
}

function wordsOf(fault: Extract<ReturnType<typeof promptOf>, { ok: false }>['failure']): Said {
  switch (fault.fault) {
    case 'missing':
      return say('prompt.mandatoryBlockEmpty', { block: fault.block })
    case 'too-long':
      return say('prompt.overBudget', { tokens: fault.tokens, budget: fault.budget })
    default:
      return unreachable(fault)
  }
}
