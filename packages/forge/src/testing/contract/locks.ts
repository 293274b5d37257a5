/** The contract of `Locks`: one holder at a time; looking changes nothing. Every adapter of the port runs it. */
import assert from 'node:assert/strict'
import type { Locks } from '#engine/ports.ts'
import type { ContractKit } from './kit.ts'

export interface LocksHarness {
  readonly locks: Locks
  end(): void
}

export function locksContract(kit: Omit<ContractKit, 'property'>, name: string, make: () => LocksHarness): void {
  const holding = (title: string, body: (locks: Locks) => Promise<void>): void =>
    kit.it(title, async () => {
      const harness = make()
      try {
        await body(harness.locks)
      } finally {
        harness.end()
      }
    })

  kit.describe(`locks contract: ${name}`, () => {
    holding('I-9 one holder at a time; whoever is refused learns what the holder wrote', async (locks) => {
      const first = await locks.acquire('run-a', { pid: 1 })
      assert.ok(first.ok)
      assert.deepEqual(await locks.acquire('run-a', { pid: 2 }), heldBy({ pid: 1 }))
      assert.ok((await locks.acquire('run-b', { pid: 2 })).ok)
      await first.value.release()
      const second = await locks.acquire('run-a', { pid: 3 })
      assert.ok(second.ok)
      // Releasing twice must not free another holder's lock.
      await first.value.release()
      assert.deepEqual(await locks.acquire('run-a', { pid: 4 }), heldBy({ pid: 3 }))
      await second.value.release()
    })

    holding('I-9 looking says who holds the lock now', async (locks) => {
      assert.deepEqual(await locks.holder('run-a'), { ok: true, value: undefined })
      const lock = await locks.acquire('run-a', { pid: 1 })
      assert.ok(lock.ok)
      assert.deepEqual(await locks.holder('run-a'), { ok: true, value: { holder: { pid: 1 } } })
      assert.deepEqual(await locks.holder('run-b'), { ok: true, value: undefined })
      await lock.value.release()
      assert.deepEqual(await locks.holder('run-a'), { ok: true, value: undefined })
    })

    holding('I-9 looking takes nothing from a holder and nothing from the next one', async (locks) => {
      const lock = await locks.acquire('run-a', { pid: 1 })
      assert.ok(lock.ok)
      for (let look = 0; look < 3; look += 1) await locks.holder('run-a')
      assert.deepEqual(await locks.acquire('run-a', { pid: 2 }), heldBy({ pid: 1 }))
      await lock.value.release()
      for (let look = 0; look < 3; look += 1) await locks.holder('run-a')
      const next = await locks.acquire('run-a', { pid: 3 })
      assert.ok(next.ok)
      assert.deepEqual(await locks.holder('run-a'), { ok: true, value: { holder: { pid: 3 } } })
      await next.value.release()
    })

    holding('a name that could leave its place is a bug of whoever names', async (locks) => {
      for (const wrong of ['../run', 'a/b', '', 'Run']) {
        await assert.rejects(() => locks.acquire(wrong, null))
        await assert.rejects(() => locks.holder(wrong))
      }
    })
  })
}

function heldBy(holder: object): unknown {
  return { ok: false, failure: { why: 'held', holder } }
}
