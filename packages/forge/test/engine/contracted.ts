/** The actor on both logs against the published contract, and planted actors that must turn it red. */
import { describe, expect, it } from 'vitest'
import * as memory from '#testing/memory-log/index.ts'
import * as sqlite from '#adapters/log/sqlite/index.ts'
import { createActor, type Actor, type ActorParts } from '#engine/actor.ts'
import { actorContract } from '#testing/contract/actor.ts'
import { collectContract, seededProperty, type ContractKit } from '#testing/contract/kit.ts'
import { memoryHarness, shrinkingProperty, sqliteHarness } from '../log/harness.ts'

/** With so many random programs on each log. */
export function contractOfActor(programs: { readonly memory: number; readonly sqlite: number }): void {
  const kit = { describe, it: (name: string, body: () => Promise<void>) => it(name, body) }
  const onMemory = { createActor, makeHarness: memoryHarness(memory) }
  const onSqlite = { createActor, makeHarness: sqliteHarness(sqlite) }
  actorContract({ ...kit, property: shrinkingProperty(programs.memory) }, 'memory', onMemory)
  actorContract({ ...kit, property: shrinkingProperty(programs.sqlite) }, 'sqlite', onSqlite)
}

type Plant = <S extends { readonly seq: number }, M extends { readonly id: string }, E>(
  parts: ActorParts<S, M, E>,
) => Actor<S, M>

const plants: Readonly<Record<string, Plant>> = {
  'forgets what came between'(parts) {
    const writer = {
      ...parts.writer,
      turn: ((since, id, make) => parts.writer.turn(since, id, () => make([]))) as typeof parts.writer.turn,
    }
    return createActor({ ...parts, writer })
  },
  'offers nothing when it starts': (parts) => ({ ...createActor(parts), offer: () => undefined }),
  'takes every delivery for a new message'(parts) {
    let deliveries = 0
    const turn: typeof parts.writer.turn = (since, id, make) =>
      parts.writer.turn(since, `${id} ${(deliveries += 1)}`, make)
    return createActor({ ...parts, writer: { ...parts.writer, turn } })
  },
  'goes on after its log has stopped'(parts) {
    const actor = createActor(parts)
    return { ...actor, offer: () => parts.offer(parts.stream.core.open(actor.view())) }
  },
}

/** Each of them with these programs, once for every seed. */
export interface Planting {
  readonly seeds: readonly number[]
  readonly programs: number
}

export function plantActors({ seeds, programs }: Planting): void {
  describe('planted actors', () => {
    it.each(Object.entries(plants))('an actor that %s is found, in every round', async (_name, createPlanted) => {
      const planted = { createActor: createPlanted, makeHarness: memoryHarness(memory) }
      for (const seed of seeds) {
        const property = seededProperty({ seed, rounds: programs, length: 60 })
        const suite = (collecting: ContractKit): void => actorContract(collecting, 'planted', planted)
        const { failed } = await collectContract(suite, { property, testMs: 20_000 })
        expect([seed, failed.length > 0]).toEqual([seed, true])
      }
    })
  })
}
