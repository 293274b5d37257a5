/** Processes: asked to stop, killed, hanging, leaving children behind. After the end none is left (I-33). */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { begin, good } from './agents-answers.contract.ts'
import type { AgentsHarness, Deed } from './agents-harness.ts'
import { inAttempt, nothingLeft, until } from './agents-room.ts'
import type { ContractKit } from './kit.ts'

const ready: Deed = { do: 'write', path: 'ready', text: '' }
const hang: Deed = { do: 'hang' }

export function agentProcessesContract(kit: Pick<ContractKit, 'it'>, harness: AgentsHarness): void {
  kit.it('one that hangs gives no sign of life, and is killed with all that it started, once and again', () =>
    inAttempt(
      harness,
      [begin, { do: 'leave-behind', how: 'setsid' }, { do: 'ignore-signals' }, ready, hang],
      async ({ start, room, task }) => {
        const session = await start()
        await until(() => existsSync(join(room.tree.directory, 'ready')), 'it is ready')
        await setTimeout(1200)
        const sign = session.lastSign()
        await setTimeout(300)
        assert.equal(session.lastSign(), sign, 'silence is no sign of life')
        await session.kill()
        assert.equal((await session.ended).end, 'failed')
        nothingLeft(room, task.key)
        await session.kill()
        await session.interrupt()
      },
    ),
  )

  kit.it('one that listens stops when it is asked to, and what it did until then is no answer', () =>
    inAttempt(harness, [begin, ready, hang], async ({ start, room, task }) => {
      const session = await start()
      await until(() => existsSync(join(room.tree.directory, 'ready')), 'it is ready')
      await session.interrupt()
      assert.equal((await session.ended).end, 'failed')
      nothingLeft(room, task.key)
    }),
  )

  kit.it('one that does not listen lives on until it is killed', () =>
    inAttempt(harness, [begin, { do: 'ignore-signals' }, ready, hang], async ({ start, room, task }) => {
      const session = await start()
      await until(() => existsSync(join(room.tree.directory, 'ready')), 'it is ready')
      await session.interrupt()
      assert.equal(await Promise.race([session.ended, setTimeout(300, 'lives')]), 'lives')
      await session.kill()
      nothingLeft(room, task.key)
    }),
  )

  for (const how of ['plain', 'setsid', 'double-fork'] as const)
    kit.it(`what a finished one left behind (${how}) is gone when its end is told`, () =>
      inAttempt(harness, [begin, { do: 'leave-behind', how }, { do: 'answer', answer: good }], async ({ perform }) =>
        assert.equal((await perform()).end, 'answered'),
      ),
    )
}
