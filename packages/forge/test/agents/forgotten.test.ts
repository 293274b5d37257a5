/** An agent that wrote its result and did not return it: found, once, and only if it is of this attempt. */
import { describe, expect, it } from 'vitest'
import { claudeCode } from '#adapters/agents/claude-code/index.ts'
import { codex } from '#adapters/agents/codex/index.ts'
import type { AgentsHarness, Deed } from '#testing/contract/agents-harness.ts'
import { inAttempt, nonce } from '#testing/contract/agents-room.ts'
import { fakeHarness } from './fake.ts'

const seen = { usage: 'at the end', limits: 'seen', kinds: [] } as unknown as Omit<AgentsHarness, 'open'>
const answer = { nonce, status: 'done', note: 'wrote it down' }
const written = (...answers: readonly object[]): Deed => ({
  do: 'write',
  path: '$FORGE_RESULT',
  text: answers.map((one) => `${JSON.stringify(one)}\n`).join(''),
})
const begin: Deed = { do: 'begin', session: 's-1' }
const finish: Deed = { do: 'finish' }

describe.each([claudeCode, codex])('$name', { timeout: 60_000 }, (kind) => {
  const harness = fakeHarness(kind, seen)

  it('R-08 a result that was written and not returned is registered, and that it was is on record', () =>
    inAttempt(harness, [begin, written(answer), finish], async ({ perform, reports }) => {
      expect(await perform()).toMatchObject({ end: 'answered', answer })
      expect(reports.filter((report) => report.kind === 'recovered')).toEqual([
        { kind: 'recovered', from: 'result-file' },
      ])
    }))

  it('R-08 I-21 one of another attempt is as if it were not there', () =>
    inAttempt(harness, [begin, written({ ...answer, nonce: 'c'.repeat(64) }), finish], async ({ perform, reports }) => {
      expect(await perform()).toMatchObject({ end: 'failed', failure: { tag: 'empty' } })
      expect(reports.some((report) => report.kind === 'recovered')).toBe(false)
    }))

  it('R-08 two different ones are none, and one beside an agent that died is none either', async () => {
    await inAttempt(harness, [begin, written(answer, { ...answer, note: 'other' }), finish], async ({ perform }) => {
      expect(await perform()).toMatchObject({ end: 'failed', failure: { tag: 'invalid' } })
    })
    await inAttempt(harness, [begin, written(answer), { do: 'exit', code: 1 }], async ({ perform, reports }) => {
      expect(await perform()).toMatchObject({ end: 'failed', failure: { tag: 'crash' } })
      expect(reports.some((report) => report.kind === 'recovered')).toBe(false)
    })
  })
})
