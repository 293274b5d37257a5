/**
 * What a contract suite needs of a test runner: two functions, so that any runner fits, and a way to run a suite for its
 * verdict alone. The latter is how planted bugs are shown to be found.
 */
import { setTimeout } from 'node:timers/promises'
import { naturals } from '#testing/naturals.ts'

export interface ContractKit {
  readonly describe: (name: string, body: () => void) => void
  readonly it: (name: string, body: () => Promise<void>) => void
  /**
   * Calls the body with many lists of natural numbers; it fails when one call does. A property-testing library shrinks
   * the list; without one, `seededProperty` will do.
   */
  readonly property: (body: (choices: readonly number[]) => Promise<void>) => Promise<void>
}

export interface SeededOptions {
  readonly seed: number
  readonly rounds: number
  readonly length: number
}

/** A property checker without a library: the lists of a fixed seed. */
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

/** Runs a suite here and now and reports; nothing is thrown. */
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
