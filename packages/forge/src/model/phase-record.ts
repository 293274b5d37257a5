/**
 * The summary of a phase of a unit: bounded by its schema, assembled and stamped by Forge when the phase has ended
 * (R-02).
 */
import { z } from 'zod'
import { Instant, RepoPath } from '#model/ids.ts'

/** Short lines: twelve at most, of two hundred characters at most. */
const Lines = z.array(z.string().min(1).max(200)).max(12)

/** The part of an answer that lists changes or decisions. */
export const keyChanges = Lines.optional().describe('What you changed or decided, at most 12 short lines')

/** Two routes, where a pipeline has them: the short and the long one. */
export const RouteLetter = z.enum(['A', 'B'])

export const PhaseRecord = z.strictObject({
  /** The goal of the phase: the title of its unit. */
  objective: z.string().min(1).max(280),
  keyChanges: Lines,
  findings: Lines,
  /** `n/a`: the phase makes something and judges nothing. */
  verdict: z.enum(['approved', 'revision', 'n/a']),
  /** By the clock of the store, never by the agent's. */
  writtenAt: Instant,
  /** Where its product is: `commit:…`, `document:<phase>@…` or `plan:…`. */
  artifactRef: z.string().min(1).max(300).optional(),
  route: RouteLetter.optional(),
  /** Read from the trees; the first hundred. */
  filesChanged: z.array(RepoPath).max(100),
})
export type PhaseRecord = z.infer<typeof PhaseRecord>
