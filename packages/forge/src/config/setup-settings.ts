/**
 * The configuration of `setup`: its commands, alone or as a group with what they get of the user's own home and
 * environment.
 */
import { z } from 'zod'
import { codeOf } from '#messages/issue.ts'
import { lines } from '#model/line.ts'

export const ShellLine = lines(4000).trim().min(1)
export const ShellLines = z.union([ShellLine, z.array(ShellLine).max(20)])

/** A variable by its name, or a file by its path from the home, and never outside it. */
const Passed = z
  .string()
  .max(1000)
  .refine(
    (text) => /^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(text) || isHomeFile(text),
    codeOf('config.variableOrHomeFile'),
  )

function isHomeFile(text: string): boolean {
  const parts = text.slice(2).split('/')
  return text.startsWith('~/') && parts.every((part) => part !== '' && part !== '.' && part !== '..')
}

const WrittenSetupGroup = z.strictObject({
  run: ShellLines.optional().describe(
    'Commands that make a fresh tree able to build, such as npm ci; `setup: npm ci` says the same in short',
  ),
  pass: z
    .array(Passed)
    .max(50)
    .optional()
    .describe(
      'What of your own these commands are given, such as [NPM_TOKEN, ~/.npmrc]: variables by name, and copies of files of your home while they run; nothing when left out',
    ),
  passTo: z
    .enum(['merged', 'all'])
    .optional()
    .describe(
      'merged: only where nothing but your own commit and merged work is in the tree; all: also where an agent has worked, which can then read it',
    ),
})

/** Both forms are read as the group. */
export const WrittenSetup = z
  .union([...ShellLines.options, WrittenSetupGroup])
  .transform((written) => (typeof written === 'string' || Array.isArray(written) ? { run: written } : written))

export interface SetupPass {
  readonly variables: readonly string[]
  /** As paths from the home. */
  readonly files: readonly string[]
  readonly to: 'merged' | 'all'
}

export const passesNothing: SetupPass = { variables: [], files: [], to: 'merged' }

export function passOf({ pass = [], passTo }: z.output<typeof WrittenSetup>): SetupPass {
  const files = pass.flatMap((one) => (one.startsWith('~/') ? [one.slice(2)] : []))
  return { variables: pass.filter((one) => !one.startsWith('~/')), files, to: passTo ?? passesNothing.to }
}
