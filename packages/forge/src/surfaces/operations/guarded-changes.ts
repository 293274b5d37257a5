/** Guarded changes for the human who is asked about them: paths, tests, and the diff. */
import { z } from 'zod'
import type { Forge } from '#forge.ts'
import type { Question } from '#model/question.ts'
import { splitPath } from '#model/node-path.ts'
import { Said } from '#model/said.ts'
import { LostTest } from '#model/tests.ts'
import { toned, type Line } from './text/line.ts'
import { styledText } from './text/message.ts'

export const GuardedChanges = z.object({
  paths: z.array(z.union([z.string(), Said])).describe('Guarded paths that it changes'),
  tests: z.array(LostTest).describe('Tests that ran before and no longer do'),
  moreTests: z.number().describe('Such tests that are not named'),
  diff: z.string().describe('Unified; its beginning where it is long'),
  leftOut: z.number().describe('Lines that were left out or cut'),
  whole: z.string().describe('The command that prints all of it'),
})
export type GuardedChanges = z.output<typeof GuardedChanges>

/** The changes that such a question is about. */
export async function changesToShow(forge: Forge, run: string, { path, about }: Question): Promise<Changes> {
  const changes = about === 'gate-changes' ? await forge.gateChanges(run, splitPath(path)[0]) : undefined
  return changes === undefined ? {} : { changes: shownChanges(changes) }
}

interface Changes {
  changes?: GuardedChanges
}

export function shownChanges(changes: NonNullable<Awaited<ReturnType<Forge['gateChanges']>>>): GuardedChanges {
  return { ...changes, paths: [...changes.paths], tests: [...changes.tests] }
}

export function changeLines({ diff, leftOut, whole, tests, moreTests }: GuardedChanges, indent: string): Line[] {
  return [
    ...tests.map((test): Line => [indent, lostLine(test)]),
    ...(moreTests === 0 ? [] : [[indent, styledText('tests.more', { count: moreTests }, 'dim')]]),
    ...diff.split('\n').map((line): Line => [indent, coloured(line)]),
    ...(leftOut === 0 ? [] : [[indent, styledText('lines.left', { count: leftOut, command: whole }, 'warn')]]),
  ]
}

const lostKeys = {
  deleted: 'tests.deleted',
  moved: 'tests.moved',
  skipped: 'tests.skipped',
  todo: 'tests.todo',
  silenced: 'tests.silenced',
  fails: 'tests.fails',
  conditional: 'tests.conditional',
} as const satisfies Record<LostTest['what'], string>

function lostLine({ path, name, what, to = '' }: LostTest): Exclude<Line, string>[number] {
  return styledText(lostKeys[what], { test: name === '' ? path : `${path} > ${name}`, to }, 'bad')
}

function coloured(line: string): Exclude<Line, string>[number] {
  if (line.startsWith('+') && !line.startsWith('+++')) return toned('good', line)
  if (line.startsWith('-') && !line.startsWith('---')) return toned('bad', line)
  return line
}
