/** What a plan may say and seldom means. Imports no schemas: viewing a run needs none. */
import { say, type Said } from '#messages/said.ts'
import type { Plan } from '#model/unit.ts'
import { pathsOverlap } from './paths.ts'

/** Allowed and seldom meant: shown to the human who approves, never sent back (S3-05, S3-06). */
export function planWarnings({ units }: Plan): Said[] {
  const most = 5
  return [
    ...(units.length < 2 ? [say('plan.onlyOneUnit')] : []),
    ...(units.length > 7 ? [say('plan.tooManyUnits', { count: units.length })] : []),
    ...units.flatMap(({ id, writes }) =>
      writes !== undefined && writes.length > most
        ? [say('plan.unitWritesManyPaths', { unit: id, count: writes.length, most })]
        : [],
    ),
    ...units.flatMap(({ id, writes = [], expectedTrajectory = [] }) => {
      const stray = expectedTrajectory.filter((path) => !writes.some((own) => pathsOverlap(own, path)))
      return writes.length === 0 || stray.length === 0
        ? []
        : [say('plan.expectedPathsNotDeclared', { unit: id, paths: stray.join(', ') })]
    }),
  ]
}
