/**
 * What a plan binds a unit to: forbidden changes, criteria, expected cost. Its agents get it, an approval covers
 * it, and the checks here use only what Forge itself observed.
 */
import { render } from '#messages/render.ts'
import { say, several, truncated, type Value } from '#messages/said.ts'
import type { RecordedFinding } from '#model/verdict.ts'
import type { Criterion, PlannedUnit } from '#model/unit.ts'
import { cutShortWords, isCutShort } from './truncated-changes.ts'
import { matchesPattern } from './guarded.ts'
import { isCovered } from './paths.ts'

export type Terms = Pick<
  PlannedUnit,
  'acceptanceCriteria' | 'disallowedChanges' | 'costBudget' | 'successEvidence' | 'expectedTrajectory' | 'complexity'
>

/** The forbidden changes among these; undefined when there are none. */
export function forbiddenChanges({ disallowedChanges = [] }: Terms, changed: readonly string[]): string[] | undefined {
  if (disallowedChanges.length === 0) return undefined
  const found = changed.filter((path) => disallowedChanges.some((pattern) => isForbidden(path, pattern)))
  if (found.length > 0) return found.slice(0, 200)
  // It takes the place of paths in the failure of an attempt.
  return isCutShort(changed) ? [render(cutShortWords, 'en')] : undefined
}

/** A name, a path or a folder, written with its slash or without: in doubt it is forbidden. */
export function isForbidden(path: string, pattern: string): boolean {
  return matchesPattern(path, pattern) || matchesPattern(path, `${pattern}/`) || isCovered(path, [pattern])
}

/** A warning when more than half of what was expected and of what was changed do not overlap. */
export function trajectoryWarning(
  { expectedTrajectory: expected = [] }: Terms,
  changed: readonly string[],
): RecordedFinding[] {
  if (expected.length === 0 || changed.length === 0) return []
  const missed = expected.filter((path) => !changed.some((one) => isCovered(one, [path])))
  const other = changed.filter((path) => !isCovered(path, expected))
  const share = (missed.length + other.length) / (expected.length + changed.length)
  if (share <= 0.5) return []
  const parts = [
    ...(missed.length === 0 ? [] : [say('path.untouched', { paths: listed(missed) })]),
    ...(other.length === 0 ? [] : [say('path.touchedInstead', { paths: listed(other) })]),
  ]
  const claim = say('path.differsFromPlan', { percent: Math.round(share * 100), parts: several(parts) })
  return [{ severity: 'warning', category: 'trajectory', claim: truncated(claim, 2000) }]
}

function listed(paths: readonly string[]): Value {
  const first = paths.slice(0, 5).join(', ')
  return paths.length > 5 ? say('path.listAndMore', { paths: first, count: paths.length - 5 }) : first
}

export function isBlocking({ blocking }: Criterion): boolean {
  return blocking !== false
}

/** The same criterion, whatever its spacing and capitals. */
export function isSameCheck(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** The terms as lines under the brief of an agent; empty when the plan binds the unit to nothing. */
export function termLines(terms: Terms, role: 'author' | 'judge'): string[] {
  const { acceptanceCriteria = [], disallowedChanges = [], successEvidence = [], expectedTrajectory = [] } = terms
  const ask =
    role === 'judge' ? ', and answer for each in "criteria" with its check word for word and whether it is met' : ''
  return [
    ...section('Must not be changed (a change there ends this unit):', disallowedChanges),
    ...section(
      `Must hold at the end${ask}:`,
      acceptanceCriteria.map(
        (criterion) => `${criterion.check} → ${criterion.expected}${isBlocking(criterion) ? '' : ' (not blocking)'}`,
      ),
    ),
    ...section('What will show that it works:', successEvidence),
    ...section('Expected to be changed:', role === 'author' ? expectedTrajectory : []),
  ]
}

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', title, ...items.map((item) => `- ${item}`)]
}

/** What an approval of the unit relies on, one text each; a plan that drops one of them is asked about again. */
export function termsOf(id: string, terms: Terms): string[] {
  const { acceptanceCriteria = [], disallowedChanges = [], costBudget } = terms
  return [
    ...disallowedChanges.map((path) => `${id} must not change ${path}`),
    ...acceptanceCriteria.filter(isBlocking).map(({ check, expected }) => `${id} must show ${check} → ${expected}`),
    ...(costBudget?.maxTokens === undefined ? [] : [`${id} at most ${costBudget.maxTokens} tokens`]),
    ...(costBudget?.maxRetries === undefined ? [] : [`${id} at most ${costBudget.maxRetries} retries`]),
  ]
}
