/** A text that a phase of a unit has written, such as the plan of a task: a fact with hash and size, not a file. */
import { z } from 'zod'
import { friction } from '#model/friction.ts'
import { Hash } from '#model/hash.ts'
import { Slug } from '#model/ids.ts'
import { keyChanges } from '#model/phase-record.ts'

const Text = z.string().max(60_000)

export const Document = z.strictObject({ from: Slug, hash: Hash, text: Text })
export type Document = z.infer<typeof Document>

/** The final answer of an agent that writes a document. */
export const DocumentAnswer = z.strictObject({
  nonce: z.string().max(200),
  document: Text,
  keyChanges,
  friction,
})
