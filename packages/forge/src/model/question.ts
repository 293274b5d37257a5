/** A human decision as a record (U-07): what is asked, about exactly what, and who answered. */
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
  /** What of the approved scope a yes takes away, one sentence each; absent when nothing is. */
  drops: z.array(Said).max(2000).optional(),
  /** What kind of thing is decided. Consent is given by this, whatever the phase that asks is called. */
  about: z.enum(['plan', 'gate-changes', 'work', 'document', 'verdict']),
})
export type Question = z.infer<typeof Question>
