/** What a run has learned by itself (S3-34). */
import { z } from 'zod'
import { Said } from '#model/said.ts'

const Count = z.number()

export const Learning = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('test_command'),
      name: z.string(),
      command: z.string(),
      cwd: z.string(),
      passed: Count,
      failed: Count,
      typicalMs: Count.describe('The middle one of the times in which it passed'),
    })
    .describe('A command that has verified work here'),
  z
    .object({
      kind: z.literal('failure_pattern'),
      unit: z.string(),
      phase: z.string(),
      found: Said.describe('What was found the last time'),
      times: Count,
      mendedBy: z
        .object({ phase: z.string(), attempt: Count })
        .optional()
        .describe('The attempt after which the phase passed; absent when it never did'),
    })
    .describe('What went wrong, and the attempt that mended it'),
  z
    .object({
      kind: z.literal('success_pattern'),
      units: Count,
      depth: Count.describe('Units in the longest chain of dependencies'),
      files: Count,
      retries: Count,
      wallMs: Count.describe('From its beginning to its end, waiting for people included'),
      activeMs: Count.describe('Time of agents and checks'),
    })
    .describe('The measure of a run that ended well, to hold the next plan against'),
])
export type Learning = z.output<typeof Learning>
