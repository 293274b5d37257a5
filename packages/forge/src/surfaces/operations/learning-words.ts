/** What was learned, as it is given and as it is said. */
import { z } from 'zod'
import { unreachable } from '#model/result.ts'
import { counted } from './run-words.ts'
import { dim, type Line } from './text/line.ts'

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
    found: z.string(),
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
  switch (learning.kind) {
    case 'test_command': {
      const { command, cwd, passed, failed, typicalMs } = learning
      const where = cwd === '.' ? '' : ` in ${cwd}`
      const fate = `passed ${times(passed)}${failed === 0 ? '' : `, failed ${times(failed)}`}`
      return [dim('command  '), `${command}${where}: ${fate}, takes ${seconds(typicalMs)}`]
    }
    case 'failure_pattern': {
      const { unit, phase, found, times: count, mendedBy } = learning
      const mended =
        mendedBy === undefined ? 'not mended' : `mended by attempt ${mendedBy.attempt} of ${mendedBy.phase}`
      return [dim('failure  '), `${unit} ${phase}${count === 1 ? '' : ` (${count} times)`}: ${found} → ${mended}`]
    }
    case 'success_pattern': {
      const { units, depth, files, retries, wallMs, activeMs } = learning
      const shape = `${counted(units, 'unit')}, ${depth} deep, ${counted(files, 'file')}, ${retries === 1 ? '1 retry' : `${retries} retries`}`
      return [dim('success  '), `${shape}, ${seconds(activeMs)} of work in ${seconds(wallMs)}`]
    }
    default:
      return unreachable(learning)
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

function seconds(ms: number): string {
  return ms < 90_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`
}
