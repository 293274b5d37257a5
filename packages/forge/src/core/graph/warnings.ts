/** What a plan may say and seldom means. Without schemas: a look at a run needs none. */
import type { Plan } from '#model/unit.ts'
import { pathsOverlap } from './paths.ts'

/** What is allowed and seldom meant: shown to whoever approves, never sent back (S3-05, S3-06). */
export function planWarnings({ units }: Plan): string[] {
  const most = 5
  return [
    ...(units.length < 2 ? ['only one unit: nothing can run at the same time'] : []),
    ...(units.length > 7 ? [`${units.length} units: more than 7 are hard to keep apart`] : []),
    ...units.flatMap(({ id, writes }) =>
      writes !== undefined && writes.length > most
        ? [`${id} writes ${writes.length} paths: more than ${most} are often two units`]
        : [],
    ),
    ...units.flatMap(({ id, writes = [], expectedTrajectory = [] }) => {
      const stray = expectedTrajectory.filter((path) => !writes.some((own) => pathsOverlap(own, path)))
      return writes.length === 0 || stray.length === 0
        ? []
        : [`${id} is expected to change ${stray.join(', ')}, which it does not declare to write`]
    }),
  ]
}
