/**
 * The contract is tested too: each planted bug replaces one function of an adapter and must turn the suite red, in every
 * round and for the reason it was planted for (reliability S8).
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { collectContract, seededProperty } from '#testing/contract/kit.ts'
import { logContract } from '#testing/contract/log.ts'
import { memoryHarness, sqliteHarness } from './harness.ts'
import type { Plant } from './plants.ts'
import { memoryPlants, sqlitePlants } from './plants.ts'

async function makeHarness(adapter: 'memory' | 'sqlite', plant?: Plant) {
  vi.resetModules()
  for (const [module, replacement] of Object.entries(plant?.replace ?? {})) vi.doMock(module, replacement)
  try {
    return adapter === 'memory'
      ? memoryHarness(await import('#testing/memory-log/index.ts'))
      : sqliteHarness(await import('#adapters/log/sqlite/index.ts'))
  } finally {
    for (const module of Object.keys(plant?.replace ?? {})) vi.doUnmock(module)
  }
}

/** With random sequences of its own. `programs`: how many of them. */
interface Round {
  readonly seed: number
  readonly programs: number
}

async function runRound(adapter: 'memory' | 'sqlite', { seed, programs }: Round, plant?: Plant) {
  const harness = await makeHarness(adapter, plant)
  const property = seededProperty({ seed, rounds: programs, length: 300 })
  return collectContract((kit) => logContract(kit, adapter, harness), { property, testMs: plant ? 2000 : 30_000 })
}

/** `rounds`: how often each plant must be found, each time with other random sequences. */
export function plantAll({ rounds, programs }: { readonly rounds: number; readonly programs: number }): void {
  afterEach(() => {
    vi.resetModules()
  })

  for (const [adapter, plants] of [
    ['memory', memoryPlants],
    ['sqlite', sqlitePlants],
  ] as const) {
    describe(`planted bugs: ${adapter}`, () => {
      it('without a plant the collected contract is green', async () => {
        const { passed, failed } = await runRound(adapter, { seed: 7, programs })
        expect(failed).toEqual([])
        expect(passed.length).toBeGreaterThan(35)
      }, 60_000)

      for (const plant of plants) {
        it(`reliability S8: ${plant.name}: found in ${rounds} of ${rounds} rounds`, async () => {
          for (let round = 0; round < rounds; round += 1) {
            const { passed, failed } = await runRound(adapter, { seed: 7 + round, programs }, plant)
            expect(failed.map(({ name }) => name).join('\n')).toMatch(plant.foundBy)
            // A bug of one rule leaves the rest standing: the plant broke what it names, not the adapter.
            expect(passed.length).toBeGreaterThan(12)
          }
        }, 120_000)
      }
    })
  }
}
