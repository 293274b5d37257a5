/**
 * A moment between two steps of something synchronous, held open on purpose: before the chosen call of the file system or of
 * SQLite, whatever is given happens first. Production code has no place for it and needs none.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

const steps = [
  'chmodSync',
  'closeSync',
  'existsSync',
  'fsyncSync',
  'linkSync',
  'mkdirSync',
  'openSync',
  'rmSync',
  'statSync',
  'writeFileSync',
] as const

type Step = (...args: unknown[]) => unknown

/** What `act` answers when `meanwhile` happens before its step number `at`; and how many steps it took. */
export function pausedAt<T>(
  at: number,
  meanwhile: () => void,
  act: () => T,
): { readonly value: T; readonly steps: number } {
  let count = 0
  const passing = (step: Step): Step =>
    function passed(this: unknown, ...args) {
      count += 1
      if (count === at) meanwhile()
      return step.apply(this, args)
    }
  const known = Object.fromEntries(steps.map((name) => [name, fs[name]]))
  const exec = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'exec') ?? {}
  Object.assign(fs, Object.fromEntries(steps.map((name) => [name, passing(fs[name] as Step)])))
  syncBuiltinESMExports()
  Object.defineProperty(DatabaseSync.prototype, 'exec', { ...exec, value: passing(exec.value as Step) })
  try {
    return { value: act(), steps: count }
  } finally {
    Object.assign(fs, known)
    syncBuiltinESMExports()
    Object.defineProperty(DatabaseSync.prototype, 'exec', exec)
  }
}
