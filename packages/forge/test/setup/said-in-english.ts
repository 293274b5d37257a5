/** In tests a sentence of Forge may be written in English: it equals its text, and `saying` looks for a part of it. */
import { chai, expect } from 'vitest'
import { render } from '#messages/render.ts'
import { isSaid } from '#messages/said.ts'

declare module 'vitest' {
  interface Matchers {
    /** Whether the English text of a sentence has this part, or matches. */
    toSay(part: string | RegExp): void
    saying(part: string | RegExp): void
  }
}

/** `--json` prints the English text beside the code. */
function textOf(value: unknown): string | undefined {
  if (isSaid(value)) return render(value, 'en')
  if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string')
    return undefined
  const { text, ...said } = value
  return isSaid(said) && render(said, 'en') === text ? text : undefined
}

expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    if (typeof one === 'string') return textOf(other) === undefined ? undefined : textOf(other) === one
    if (typeof other === 'string') return textOf(one) === undefined ? undefined : textOf(one) === other
    return undefined
  },
])

function says(received: unknown, part: string | RegExp): { pass: boolean; message: () => string } {
  const text = textOf(received)
  const pass = text !== undefined && (typeof part === 'string' ? text.includes(part) : part.test(text))
  return {
    pass,
    message: () => `${JSON.stringify(received)} says ${JSON.stringify(text)}, compared with ${String(part)}`,
  }
}

/** A failed match throws what `expect` itself throws: the ledger counts only an assertion as red. */
function toSay(this: { readonly isNot?: boolean }, received: unknown, part: string | RegExp): ReturnType<typeof says> {
  const said = says(received, part)
  if (said.pass === (this.isNot === true)) throw new chai.AssertionError(said.message())
  return said
}

expect.extend({ toSay, saying: says })
