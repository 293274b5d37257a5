/**
 * Text that becomes a name somewhere: a title, a path, a command. It is one printable line, or it is refused with what
 * is wrong.
 */
import { z } from 'zod'
import { hiddenInLine, hiddenInLines } from '#model/printable.ts'

/** One line without hidden or deceptive characters: names given by agents. */
export function line(most: number) {
  return z
    .string()
    .max(most)
    .refine((text) => hiddenInLine(text) === undefined, {
      error: ({ input }) =>
        `must be one printable line, and has ${hiddenInLine(String(input))}: no line breaks, control, bidi or zero-width characters`,
    })
}

/** A command as people approve it: what they see is what runs. */
export function lines(most: number) {
  return z
    .string()
    .max(most)
    .refine((text) => hiddenInLines(text) === undefined, {
      error: ({ input }) =>
        `must be printable, and has ${hiddenInLines(String(input))}: no control, bidi or zero-width characters`,
    })
}
