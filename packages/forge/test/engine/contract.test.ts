/** The actor on both logs against the published contract, and planted actors that must turn it red. */
import { describe, expect, it } from 'vitest'
import * as memory from '#adapters/log/memory/index.ts'
import * as sqlite from '#adapters/log/sqlite/index.ts'
import { createActor, type Actor, type ActorParts } from '#engine/actor.ts'
import { actorContract } from '#testing/contract/actor.ts'
import { collectContract, seededProperty } from '#testing/contract/kit.ts'
import { memoryHarness, shrinkingProperty, sqliteHarness } from '../log/harness.ts'

const kit = { describe, it: (name: string, body: () => Promise<void>) => it(name, body, 60_000) }

actorContract({ ...kit, property: shrinkingProperty(300) }, 'memory', {
  createActor,
  makeHarness: memoryHarness(memory),
})
actorContract({ ...kit, property: shrinkingProperty(15) }, 'sqlite', {
  createActor,
  makeHarness: sqliteHarness(sqlite),
})

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

describe('planted actors', () => {
  it.each(Object.entries(plants))(
    'an actor that %s is found, in every round',
    { timeout: 60_000 },
    async (_name, createPlanted) => {
      for (const seed of [1, 2, 3]) {
        const report = await collectContract(
          (collecting) =>
            actorContract(collecting, 'planted', { createActor: createPlanted, makeHarness: memoryHarness(memory) }),
          {
            property: seededProperty({ seed, rounds: 30, length: 60 }),
            testMs: 20_000,
          },
        )
        expect(report.failed.length).toBeGreaterThan(0)
      }
    },
  )
})
