/**
 * What a contract suite needs of a test runner: two functions, so that any runner fits, and a way to run a suite only
 * for its verdict, which is how tests show that planted bugs are found.
 */
import { setTimeout } from 'node:timers/promises'
import { naturals } from '#testing/naturals.ts'

export interface ContractKit {
  readonly describe: (name: string, body: () => void) => void
  readonly it: (name: string, body: () => Promise<void>) => void
  /**
   * Calls the body with many lists of natural numbers; fails when one call fails. A property-testing library shrinks
   * the list; without one, `seededProperty` will do.
   */
  readonly property: (body: (choices: readonly number[]) => Promise<void>) => Promise<void>
}

export interface SeededOptions {
  readonly seed: number
  readonly rounds: number
  readonly length: number
}

/** A property checker without a library: lists from a fixed seed. */
export function seededProperty({ seed, rounds, length }: SeededOptions): ContractKit['property'] {
  return async (body) => {
    const next = naturals(seed)
    for (let round = 0; round < rounds; round += 1) await body(Array.from({ length }, next))
  }
}

export interface ContractReport {
  readonly passed: readonly string[]
  readonly failed: readonly { readonly name: string; readonly error: unknown }[]
}

export interface CollectOptions {
  readonly property: ContractKit['property']
  /** A test that takes longer has failed. */
  readonly testMs: number
}

/** Runs a suite at once and returns a report; it never throws. */
export async function collectContract(
  suite: (kit: ContractKit) => void,
  { property, testMs }: CollectOptions,
): Promise<ContractReport> {
  const tests: { readonly name: string; readonly body: () => Promise<void> }[] = []
  const trail: string[] = []
  suite({
    describe(name, body) {
      trail.push(name)
      body()
      trail.pop()
    },
    it: (name, body) => void tests.push({ name: [...trail, name].join(' › '), body }),
    property,
  })
  const passed: string[] = []
  const failed: { name: string; error: unknown }[] = []
  for (const { name, body } of tests) {
    try {
      await inTime(body(), testMs)
      passed.push(name)
    } catch (error) {
      failed.push({ name, error })
    }
  }
  return { passed, failed }
}

async function inTime(test: Promise<void>, testMs: number): Promise<void> {
  const ended = new AbortController()
  const late = setTimeout(testMs, undefined, { signal: ended.signal }).then(
    () => Promise.reject(new Error(`not done after ${testMs} ms`)),
    () => undefined,
  )
  await Promise.race([test, late]).finally(() => ended.abort())
}
