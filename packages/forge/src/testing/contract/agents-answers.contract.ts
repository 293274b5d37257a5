/** When an attempt is answered, and with what. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentsHarness, Deed } from './agents-harness.ts'
import { inAttempt, nonce } from './agents-room.ts'
import type { ContractKit } from './kit.ts'

export const begin: Deed = { do: 'begin', session: '11111111-2222-4333-8444-555555555555' }
export const good = { nonce, status: 'done', note: 'it works' }
const answer: Deed = { do: 'answer', answer: good }

export function agentAnswersContract(kit: Pick<ContractKit, 'it'>, harness: AgentsHarness): void {
  kit.it('is told its task, works in its tree, and answers; its conversation and its usage are told', () =>
    inAttempt(
      harness,
      [
        begin,
        { do: 'expect', text: nonce },
        { do: 'expect', text: 'the brief of the contract' },
        { do: 'say', text: 'I begin' },
        { do: 'tool', name: 'Write' },
        { do: 'write', path: 'made.txt', text: 'made' },
        { do: 'use', input: 30, output: 3 },
        answer,
      ],
      async ({ perform, room, reports }) => {
        const end = await perform()
        assert.equal(end.end, 'answered', JSON.stringify(end))
        assert.deepEqual(end.end === 'answered' && end.answer, good)
        assert.equal(end.usage.inputTokens, 30)
        assert.equal(end.usage.outputTokens, 3)
        assert.equal(readFileSync(join(room.tree.directory, 'made.txt'), 'utf8'), 'made')
        const session = reports.find((report) => report.kind === 'session')
        assert.equal(session?.kind === 'session' && session.session !== '', true)
      },
    ),
  )

  kit.it('usage that is told twice is counted once each', () =>
    inAttempt(
      harness,
      [begin, { do: 'use', input: 30, output: 3 }, { do: 'use', input: 12, output: 4 }, answer],
      async ({ perform }) => {
        const { usage } = await perform()
        assert.deepEqual([usage.inputTokens, usage.outputTokens], [42, 7])
      },
    ),
  )

  kit.it('an answer with a foreign nonce never passes for one of this attempt (I-21)', () =>
    inAttempt(harness, [begin, { do: 'answer', answer: { ...good, nonce: 'f'.repeat(64) } }], async ({ perform }) => {
      const end = await perform()
      if (harness.foreign === 'refused')
        return assert.equal(end.end === 'failed' && end.failure.tag, 'invalid', JSON.stringify(end))
      assert.deepEqual(end.end === 'answered' && end.answer, { ...good, nonce: 'f'.repeat(64) })
    }),
  )

  kit.it('two different answers are none: the last one does not win (T-8)', () =>
    inAttempt(harness, [begin, answer, { do: 'answer', answer: { ...good, note: 'other' } }], async ({ perform }) => {
      const end = await perform()
      assert.equal(end.end === 'failed' && end.failure.tag, 'invalid', JSON.stringify(end))
    }),
  )

  kit.it('the same answer twice is one: a program that repeats itself does not contradict itself', () =>
    inAttempt(harness, [begin, answer, answer], async ({ perform }) => {
      const end = await perform()
      if (harness.repeated === 'a second end')
        return assert.equal(end.end === 'failed' && end.failure.tag, 'invalid', JSON.stringify(end))
      assert.deepEqual(end.end === 'answered' && end.answer, good, JSON.stringify(end))
    }),
  )

  kit.it('a positive end without an answer is empty', () =>
    inAttempt(harness, [begin, { do: 'finish' }], async ({ perform }) => {
      const end = await perform()
      assert.equal(end.end === 'failed' && end.failure.tag, 'empty', JSON.stringify(end))
    }),
  )

  kit.it('lines that nobody knows change nothing: noise, newer events, half a line (F-24)', () =>
    inAttempt(
      harness,
      [
        begin,
        { do: 'print', line: 'a banner' },
        { do: 'print', line: '{"type":"of-a-later-version","method":"of/later","data":[1,2,3]}' },
        { do: 'print', line: '{"half":' },
        { do: 'print', line: `{"text":"\u2028 is no end of a line"}` },
        { do: 'flood', mebibytes: 4 },
        answer,
      ],
      async ({ perform }) => assert.equal((await perform()).end, 'answered'),
    ),
  )
}
