/** What programs print when they do not understand their command line. */
import { expect, it } from 'vitest'
import { isUsageError } from './usage-error.ts'

it.each([
  ["error: unknown option '--effort'", true],
  [
    "error: option '--permission-mode <mode>' argument 'manual' is invalid. Allowed choices are acceptEdits, default.",
    true,
  ],
  ["error: unexpected argument '--disable' found", true],
  ["error: unrecognized subcommand 'app-server'", true],
  ['Unknown arguments: acp, skip-trust', true],
  ['Error: Unknown feature flag: plugins', true],
  ["error: invalid value 'x' for '--with-builtin <NAME>'", true],
  ['Error: error loading default config after config error: invalid type: boolean `false`, expected struct', true],
  ['Error: connect ECONNREFUSED 127.0.0.1:1', false],
  ['TypeError: x is not a function', false],
  ['fatal: not a git repository', false],
  [undefined, false],
])('%s', (said, is) => expect(isUsageError(said)).toBe(is))
