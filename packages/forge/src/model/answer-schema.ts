/** The JSON Schema of a task's answer: agents with typed output get it as a setting, others in their prompt. */
import { z } from 'zod'
import { raw, say, type Said } from '#messages/said.ts'
import { PlanAnswer, WorkAnswer, type TaskOf } from '#model/attempt.ts'
import { DocumentAnswer } from '#model/document.ts'
import { answerBytes, sizeFault } from '#model/bounds.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { Json } from '#model/json.ts'
import { unreachable } from '#model/result.ts'
import { Plan } from '#model/unit.ts'
import { JudgeAnswer } from '#model/verdict.ts'

export type AgentTaskOf = TaskOf<'work'> | TaskOf<'plan'> | TaskOf<'document'> | TaskOf<'judge'>

/** Tasks of one kind differ in their nonce alone; making a schema costs a millisecond, so each kind is made once. */
const made = new Map<string, Made>()

interface Made {
  readonly schema: ObjectSchema
  /** As prompts show it: with a nonce of any kind. The prompt names the required nonce elsewhere. */
  readonly shown: string
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Json>>
  readonly [key: string]: Json
}

export function answerSchemaOf(task: AgentTaskOf): Json {
  const { schema } = madeFor(task)
  return { ...schema, properties: { ...schema.properties, nonce: { type: 'string', const: task.nonce } } }
}

/** The schema of every answer to tasks of this kind, as one canonical text without a nonce of its own. */
export function shownSchemaOf(task: AgentTaskOf): string {
  return madeFor(task).shown
}

function madeFor(task: AgentTaskOf): Made {
  const kind = task.do === 'judge' ? JSON.stringify([task.words ?? [], (task.criteria ?? []).length > 0]) : task.do
  const known = made.get(kind)
  if (known !== undefined) return known
  const { $schema: _, ...schema } = z.toJSONSchema(answerOf(task), { io: 'input' })
  const { properties } = schema as ObjectSchema
  const fresh = {
    schema: schema as ObjectSchema,
    shown: canonicalJson({ ...schema, properties: { ...properties, nonce: { type: 'string' } } }),
  }
  if (made.size < 1000) made.set(kind, fresh)
  return fresh
}

/** What is wrong with an answer, in words that let its author correct it; empty when it fits. */
export function answerErrors(task: AgentTaskOf, answer: Json): readonly Said[] {
  const large = sizeFault(say('text.theAnswer'), answer, answerBytes)
  if (large !== undefined) return [large]
  const parsed = answerOf(task).safeParse(answer)
  if (parsed.success) return []
  const faults = parsed.error.issues.slice(0, 20)
  return faults.map(({ path, message }) => raw(`${path.join('.') || 'answer'}: ${message}`.slice(0, 500)))
}

function answerOf(task: AgentTaskOf): z.ZodType {
  const nonce = z.literal(task.nonce)
  switch (task.do) {
    case 'work':
      return WorkAnswer.extend({ nonce })
    case 'plan':
      return PlanAnswer.extend({ nonce, plan: Plan })
    case 'document':
      return DocumentAnswer.extend({ nonce })
    case 'judge': {
      const { words = [], criteria = [] } = task
      return JudgeAnswer.extend({
        nonce,
        ...(words.length === 0 ? {} : { verdict: z.enum(words) }),
        ...(criteria.length === 0 ? {} : { criteria: JudgeAnswer.shape.criteria.unwrap() }),
      })
    }
    default:
      return unreachable(task)
  }
}
