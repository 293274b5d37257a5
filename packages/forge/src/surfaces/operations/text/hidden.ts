/** What somebody who reads a plan would not see in it. */
import type { Plan } from '#model/unit.ts'
import { words } from './message.ts'
import { visibleLine } from './visible.ts'

/** Characters that would not be seen, and letters that look like others, in what somebody is about to allow. */
export function hiddenIn(plan: Plan): string[] {
  return plan.units.flatMap(({ id, title, writes = [], verify }) =>
    [title, ...writes, ...verify.map(({ run }) => run)].flatMap((text) => {
      if (visibleLine(text) !== text) return [words('plan.hidden', { unit: id, text })]
      return /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)
        ? [words('plan.alphabets', { unit: id, text })]
        : []
    }),
  )
}
