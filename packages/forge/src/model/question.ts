/** A human decision as a record (U-07): the question, its exact subject, and who answered. */
import { z } from 'zod'
import { Envelope } from '#model/budget.ts'
import { Hash } from '#model/hash.ts'
import { Key, NodePath } from '#model/ids.ts'
import { Said } from '#model/said.ts'

/** Who speaks. Agents of a run are never principals of its approvals (I-23). */
export const Principal = z.strictObject({
  kind: z.enum(['operator', 'agent', 'policy']),
  name: z.string().min(1).max(200),
})
export type Principal = z.infer<typeof Principal>

export const Question = z.strictObject({
  key: Key,
  path: NodePath,
  text: Said,
  options: z.array(z.string()).min(2),
  /** Hash of what is being decided; an answer to another subject does not count. */
  subject: Hash,
  envelope: Envelope,
  /** What a yes removes of the approved scope, one sentence each; absent when nothing. */
  drops: z.array(Said).max(2000).optional(),
  /** The kind of the subject. Consent depends on this, whatever the name of the asking phase. */
  about: z.enum(['plan', 'gate-changes', 'work', 'document', 'verdict']),
})
export type Question = z.infer<typeof Question>
