/** Failures are classified, with their usage. Nothing malformed counts as an answer (F-19). */
import assert from 'node:assert/strict'
import type { Failure } from '#model/failure.ts'
import type { FailureKind } from '#model/agent-event.ts'
import { begin, good } from './agents-answers.contract.ts'
import type { AgentsHarness, Deed } from './agents-harness.ts'
import { inAttempt } from './agents-room.ts'
import type { ContractKit } from './kit.ts'

const tags: Readonly<Record<FailureKind, Failure['tag']>> = {
  'rate-limit': 'transport',
  network: 'transport',
  server: 'transport',
  stream: 'transport',
  connection: 'transport',
  quota: 'quota',
  auth: 'unavailable',
  unready: 'unavailable',
  request: 'blocked',
  overflow: 'blocked',
  refusal: 'blocked',
  budget: 'blocked',
  blocked: 'blocked',
  turns: 'empty',
  other: 'crash',
}

const answer: Deed = { do: 'answer', answer: good }

export function agentFailuresContract(kit: Pick<ContractKit, 'it'>, harness: AgentsHarness): void {
  for (const kind of harness.kinds)
    kit.it(`${kind}: is ${tags[kind]}, and what was used is booked`, () =>
      inAttempt(harness, [begin, { do: 'use', input: 9, output: 2 }, { do: 'fail', as: kind }], async ({ perform }) => {
        const end = await perform()
        assert.equal(end.end === 'failed' && end.failure.tag, tags[kind], JSON.stringify(end))
        if (end.end === 'failed' && end.failure.tag === 'transport') assert.equal(end.failure.class, kind)
        if (kind === 'overflow' || kind === 'refusal')
          assert.equal(end.end === 'failed' && end.failure.tag === 'blocked' && end.failure.why, kind)
        if (harness.usage !== 'at a good end') assert.equal(end.usage.inputTokens, 9)
      }),
    )

  if (harness.limits === 'seen')
    kit.it('being asked to wait is reported while it goes on (I-32)', () =>
      inAttempt(harness, [begin, { do: 'limited', retryAfterMs: 5000 }, answer], async ({ perform, reports }) => {
        assert.equal((await perform()).end, 'answered')
        assert.equal(reports.filter(({ kind }) => kind === 'rate-limited').length, 1)
      }),
    )

  kit.it('exit 1 after a positive end is a contradiction, not an answer', () =>
    inAttempt(harness, [begin, answer, { do: 'exit', code: 1 }], async ({ perform }) => {
      const end = await perform()
      assert.equal(end.end, 'failed', JSON.stringify(end))
    }),
  )

  kit.it('death by a signal is a crash, whatever it said before', () =>
    inAttempt(
      harness,
      [begin, { do: 'use', input: 9, output: 2 }, { do: 'die', signal: 'SIGKILL' }],
      async ({ perform }) => {
        const end = await perform()
        assert.equal(end.end === 'failed' && end.failure.tag, 'crash', JSON.stringify(end))
        if (harness.usage === 'as it grows') assert.equal(end.usage.inputTokens, 9)
      },
    ),
  )

  kit.it('a program that is not there is unavailable, and says what', () =>
    inAttempt(harness, 'absent', async ({ perform }) => {
      const end = await perform()
      assert.equal(end.end === 'failed' && end.failure.tag, 'unavailable', JSON.stringify(end))
    }),
  )
}
