/** Why a program ended, by what it printed as errors. */
import { expect, it } from 'vitest'
import { reasonIn } from './reason.ts'

const wrongFlag =
  "error: option '--permission-mode <mode>' argument 'manual' is invalid. Allowed choices are acceptEdits, default, plan."

it.each([
  ['nothing', '', undefined],
  ['blank lines', ' \n\n', undefined],
  ['a flag that an older version does not know', `${wrongFlag}\n\n`, wrongFlag],
  [
    'a crash of Node',
    'file:///a.js:3\n  throw x\n\nTypeError: x is not a function\n    at a.js:3',
    'TypeError: x is not a function',
  ],
  ['a last word', 'starting\nbye', 'bye'],
  [
    'colours and hidden characters',
    '\u001b[31mERROR\u001b[0m no\u200b login',
    expect.stringMatching(/^[ -~]*ERROR[ -~]*no.*login$/u),
  ],
  ['a line without end', `error: ${'x'.repeat(9000)}`, expect.stringMatching(/^error: x{493}$/u)],
])('%s', (_, printed, reason) => {
  expect(reasonIn(printed)).toEqual(reason)
})
