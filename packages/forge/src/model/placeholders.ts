/** Names in double braces: their places in a text, and which ones each text of Forge may and must hold. */
import type { FragmentName } from '#model/prompt.ts'

/** Names in double braces in a text, with their lines. */
export function namesIn(text: string): readonly { readonly name: string; readonly line: number }[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name = '']) => ({ name, line: index + 1 })),
    )
}

export interface Holds {
  readonly may: readonly string[]
  readonly must: readonly string[]
}

/** Only fragments may hold values of an attempt: every other text is the same in all attempts of a role. */
export const fragmentHolds: Readonly<Record<FragmentName, Holds>> = {
  conduct: { may: [], must: [] },
  'conduct-work': { may: [], must: [] },
  'conduct-read': { may: [], must: [] },
  'order-work': { may: ['unit'], must: [] },
  'order-plan': { may: ['unit'], must: [] },
  'order-document': { may: ['unit', 'role'], must: [] },
  'order-judge-document': { may: ['unit', 'judged'], must: ['judged'] },
  document: { may: ['from'], must: ['from'] },
  'order-judge': { may: ['unit', 'base', 'head'], must: ['base', 'head'] },
  returned: { may: ['from'], must: [] },
  simplified: { may: [], must: [] },
  corrected: { may: [], must: [] },
  'review-loop': { may: ['iteration', 'of', 'final'], must: ['iteration', 'of', 'final'] },
  finish: { may: ['schema'], must: ['schema'] },
  answer: { may: ['nonce'], must: ['nonce'] },
}
