/** The diff of what decides whether work passes, where somebody is asked about it. */
import { z } from 'zod'
import type { Forge, RunState } from '#forge.ts'
import type { Question } from '#model/question.ts'
import { splitPath } from '#model/node-path.ts'
import { toned, type Line } from './text/line.ts'
import { said } from './text/message.ts'

export const GateChanges = z.object({
  paths: z.array(z.string()),
  diff: z.string().describe('Unified; its beginning where it is long'),
  leftOut: z.number().describe('Lines that were left out'),
})
export type GateChanges = z.output<typeof GateChanges>

/** For a question about such changes: what they are. */
export async function changesAsked(forge: Forge, state: RunState, { path, about }: Question): Promise<Changes> {
  const changes = about === 'gate-changes' ? await forge.gateChanges(state, splitPath(path)[0]) : undefined
  return changes === undefined ? {} : { changes: { ...changes, paths: [...changes.paths] } }
}

interface Changes {
  changes?: GateChanges
}

export function changeLines({ diff, leftOut }: GateChanges, indent: string): Line[] {
  return [
    ...diff.split('\n').map((line): Line => [indent, coloured(line)]),
    ...(leftOut === 0 ? [] : [[indent, said('lines.left', { count: leftOut }, 'dim')]]),
  ]
}

function coloured(line: string): Exclude<Line, string>[number] {
  if (line.startsWith('+') && !line.startsWith('+++')) return toned('good', line)
  if (line.startsWith('-') && !line.startsWith('---')) return toned('bad', line)
  return line
}
