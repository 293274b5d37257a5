/** What a reader of a plan would not see in it. */
import { say, type Said } from '#messages/said.ts'
import type { Plan, PlannedUnit } from '#model/unit.ts'
import { visible, visibleLine } from './visible.ts'

/** Invisible characters and look-alike letters in a plan that a human is about to allow. */
export function hiddenIn(plan: Plan): Said[] {
  return plan.units.flatMap((unit) => [
    ...namesOf(unit).flatMap((text) => {
      if (visibleLine(text) !== text) return [say('plan.hidden', { unit: unit.id, text })]
      return /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)
        ? [say('plan.alphabets', { unit: unit.id, text })]
        : []
    }),
    ...wordsOf(unit)
      .filter((text) => visible(text) !== text)
      .map((text) => say('plan.hidden', { unit: unit.id, text: text.slice(0, longest) })),
  ])
}

const longest = 100

function namesOf({ title, writes = [], verify }: PlannedUnit): string[] {
  return [title, ...writes, ...verify.map(({ run }) => run)]
}

/** Free text that agents will get, so the human who allows it should know what is in it. */
function wordsOf({ brief, acceptanceCriteria = [], successEvidence = [] }: PlannedUnit): string[] {
  return [brief, ...acceptanceCriteria.flatMap(({ check, expected }) => [check, expected]), ...successEvidence]
}
