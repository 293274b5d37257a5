/**
 * What a plan no longer has of an approved one: units, paths to write, commands that had to pass, criteria. Removing
 * any of it is a decision. A path that is only narrowed counts as kept; Forge cannot judge changed words in a title or
 * a brief.
 */
import { say, type Said } from '#messages/said.ts'
import type { Criterion, PlannedUnit } from '#model/unit.ts'
import { pathsOverlap } from './paths.ts'
import { isBlocking } from './unit-terms.ts'

/** One sentence for each; empty when nothing is lost. */
export function removedScope(approved: readonly PlannedUnit[], now: readonly PlannedUnit[]): readonly Said[] {
  const left = new Map(now.map((unit) => [unit.id, unit]))
  return approved.flatMap((unit) => {
    const kept = left.get(unit.id)
    return kept === undefined ? [say('unit.withTitle', { unit: unit.id, title: unit.title })] : shrunk(unit, kept)
  })
}

function shrunk(before: PlannedUnit, now: PlannedUnit): Said[] {
  const { id } = before
  const paths = (before.writes ?? []).filter(
    (path) => now.writes !== undefined && !now.writes.some((other) => pathsOverlap(path, other)),
  )
  const commands = before.verify.filter(
    ({ run, cwd }) => !now.verify.some((other) => other.run === run && other.cwd === cwd),
  )
  const criteria = (before.acceptanceCriteria ?? []).filter((criterion) => !isKept(criterion, now))
  const pipeline =
    before.pipeline === now.pipeline
      ? []
      : [say('plan.unitNoLongerFollows', { unit: id, pipeline: before.pipeline ?? say('plan.usualPipeline') })]
  return [
    ...paths.map((path) => say('plan.unitNoLongerWrites', { unit: id, path })),
    ...commands.map(({ run }) => say('plan.unitNoLongerRuns', { unit: id, command: run })),
    ...criteria.map(({ check, expected }) => say('plan.unitNoLongerShows', { unit: id, check, expected })),
    ...pipeline,
  ]
}

function isKept(criterion: Criterion, { acceptanceCriteria = [] }: PlannedUnit): boolean {
  return acceptanceCriteria.some(
    (other) =>
      other.check === criterion.check &&
      other.expected === criterion.expected &&
      (isBlocking(other) || !isBlocking(criterion)),
  )
}
