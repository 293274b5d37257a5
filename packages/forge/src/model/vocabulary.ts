/**
 * The words of a preset for a run and its units: names in the paths of gates, records that gates read, and tables that
 * give a run or a unit its status. Plain data, recorded with the run; `core/gates` evaluates it and knows none of the
 * words.
 */
import { z } from 'zod'
import { Condition, FieldPath, PlaceholderName } from '#model/gate.ts'
import { Slug } from '#model/ids.ts'
import { Said } from '#model/said.ts'

/** What must hold of one fact (`core/gates/standing.ts` lists them). */
const Requirement = z.strictObject({ field: FieldPath, condition: Condition })

/** One status, and its condition: all of `when` holds. */
export const StatusLine = z.strictObject({
  is: Slug,
  /** Its label for people; absent: the word itself. */
  said: Said.optional(),
  when: z.array(Requirement).max(10),
})
export type StatusLine = z.infer<typeof StatusLine>

/** The first line that holds gives the status. */
export const StatusTable = z.array(StatusLine).min(1).max(100)

const RecordName = z.string().regex(/^[A-Za-z_][\w-]*$/, 'a name')

export const Vocabulary = z.strictObject({
  /** Names in braces that a path of a gate may hold, and their values; in those, `{run}` and `{unit}` are the ids. */
  placeholders: z.record(PlaceholderName, z.string().min(1).max(500)),
  /** The path of a unit's documents in gates: with these names, and `{PHASE}` for the phase in capitals. */
  documents: z.string().min(1).max(1000),
  statuses: z.record(RecordName, StatusTable),
  /** Records that gates read, by name: each field is a fact, or the word of a table of statuses (`status.<table>`). */
  records: z.record(RecordName, z.record(RecordName, FieldPath)),
  /** The tables from which views and refusals take the words of a run and of a unit. */
  shown: z.strictObject({ run: RecordName, unit: RecordName }),
  /** The operations that start planned units, and that close a finished run with a note; absent: there are none. */
  steps: z.strictObject({ begin: z.string().max(100), lookBack: z.string().max(100) }).optional(),
})
export type Vocabulary = z.infer<typeof Vocabulary>
