/** What was learned, as it is given and as it is said. */
import { z } from 'zod'
import { unreachable } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { labelsOf } from './text/labels.ts'
import type { Line } from './text/line.ts'
import { inFormat, said, words } from './text/message.ts'

export const Learning = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('test_command').describe('A command that has verified work here'),
    name: z.string(),
    command: z.string(),
    cwd: z.string(),
    passed: z.number(),
    failed: z.number(),
    typicalMs: z.number(),
  }),
  z.object({
    kind: z.literal('failure_pattern').describe('What went wrong, and the attempt that mended it'),
    unit: z.string(),
    phase: z.string(),
    found: Said,
    times: z.number(),
    mendedBy: z.object({ phase: z.string(), attempt: z.number() }).optional(),
  }),
  z.object({
    kind: z.literal('success_pattern').describe('The measure of a run that ended well'),
    units: z.number(),
    depth: z.number(),
    files: z.number(),
    retries: z.number(),
    wallMs: z.number(),
    activeMs: z.number(),
  }),
])
export type Learning = z.output<typeof Learning>

export function learningLine(learning: Learning): Line {
  const label = labelsOf('learned.command', 'learned.failure', 'learned.success')
  switch (learning.kind) {
    case 'test_command': {
      const { command, cwd, passed, failed, typicalMs } = learning
      const told = {
        command: cwd === '.' ? command : words('learned.in', { command, path: cwd }),
        passed,
        time: seconds(typicalMs),
      }
      const fate = failed === 0 ? said('learned.passed', told) : said('learned.mixed', { ...told, failed })
      return [label('learned.command'), fate]
    }
    case 'failure_pattern': {
      const { unit, phase, found, times: count, mendedBy } = learning
      const place = `${unit} ${phase}`
      const where = count === 1 ? place : words('learned.times', { where: place, count })
      const mended =
        mendedBy === undefined
          ? said('learned.unmended', { where, found })
          : said('learned.mended', { where, found, ...mendedBy })
      return [label('learned.failure'), mended]
    }
    case 'success_pattern': {
      const { units, depth, files, retries, wallMs, activeMs } = learning
      const took = { active: seconds(activeMs), wall: seconds(wallMs) }
      return [label('learned.success'), said('learned.shape', { units, depth, files, retries, ...took })]
    }
    default:
      return unreachable(learning)
  }
}

function seconds(ms: number): string {
  const { decimal } = inFormat()
  return ms < 90_000 ? `${decimal(ms / 1000, 1)} s` : `${decimal(ms / 60_000, 1)} min`
}
