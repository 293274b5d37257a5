/** An answer that does not fit is asked for once more in the same conversation, where the program can be told. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claudeCode } from '#adapters/agents/claude-code/index.ts'
import { codex } from '#adapters/agents/codex/index.ts'
import type { AgentKind } from '#adapters/agents/session/index.ts'
import type { AgentEnd } from '#engine/ports.ts'
import type { Report } from '#model/attempt.ts'
import type { Deed } from '#testing/contract/agents-harness.ts'
import { agentTaskOf } from '#testing/builders/index.ts'
import type { AwaitAgain } from './fake-agent/deeds.ts'
import { writeFake } from './fake.ts'

async function attempt(
  kind: AgentKind,
  deeds: readonly (Deed | AwaitAgain)[],
): Promise<{ end: AgentEnd; reports: Report[] }> {
  const root = mkdtempSync(join(tmpdir(), 'forge-again-'))
  try {
    const asked = agentTaskOf()
    mkdirSync(join(root, 'trees', asked.tree), { recursive: true })
    const around = {
      pathOf: (tree: string) => join(root, 'trees', tree),
      privateDir: join(root, 'private'),
      scope: root,
      clock: { wall: () => 1_000_000 },
      reportEveryMs: 1,
    }
    const reports: Report[] = []
    const agents = kind.create(around, writeFake(root, kind.name, deeds))
    const session = await agents.start(asked, (report) => reports.push(report))
    return { end: await session.ended, reports }
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

const begin: Deed = { do: 'begin', session: 's-1' }
const good: Deed = { do: 'answer', answer: { nonce: '{{nonce}}', status: 'done' } }
const bad: Deed = { do: 'answer', answer: { nonce: '{{nonce}}', status: 'perhaps' } }
const askedFor = (reports: readonly Report[]) => reports.filter(({ kind }) => kind === 'asked-again')

describe.each([claudeCode, codex])('$name in one conversation', { timeout: 60_000 }, (kind) => {
  it('is told what is wrong with its answer, once, and what it answers then counts; both are in the books', async () => {
    const again: AwaitAgain = { do: 'await-again', text: 'status' }
    const used = [{ do: 'use', input: 100, output: 10 }] as const
    const { end, reports } = await attempt(kind, [begin, ...used, bad, again, ...used, good])
    expect(end).toMatchObject({ end: 'answered', answer: { status: 'done' } })
    expect(end.usage).toMatchObject({ inputTokens: 200, outputTokens: 20 })
    expect(askedFor(reports)).toEqual([{ kind: 'asked-again', errors: [expect.stringContaining('status')] }])
  })

  it('is asked for an answer that is missing', async () => {
    const again: AwaitAgain = { do: 'await-again', text: 'no answer in the form' }
    const { end } = await attempt(kind, [begin, { do: 'finish' }, again, good])
    expect(end).toMatchObject({ end: 'answered', answer: { status: 'done' } })
  })

  it('is not asked a third time', async () => {
    const { end, reports } = await attempt(kind, [begin, bad, { do: 'await-again', text: 'status' }, bad])
    expect(end).toMatchObject({ end: 'answered', answer: { status: 'perhaps' } })
    expect(askedFor(reports)).toHaveLength(1)
  })

  it('has ended as it did, when it is gone before it could answer again', async () => {
    const { end } = await attempt(kind, [
      begin,
      { do: 'finish' },
      { do: 'await-again', text: 'no answer' },
      { do: 'exit', code: 0 },
    ])
    expect(end).toMatchObject({ end: 'failed', failure: { tag: 'empty' } })
  })

  it('is not asked at all when its answer fits', async () => {
    const { end, reports } = await attempt(kind, [begin, good])
    expect(end.end).toBe('answered')
    expect(askedFor(reports)).toEqual([])
  })
})
