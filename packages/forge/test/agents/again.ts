/** What an attempt comes to when its answer is missing or does not fit: it is asked for once more in the same conversation. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acpKinds } from '#adapters/agents/acp/index.ts'
import { quirks } from '#adapters/agents/acp/quirks.ts'
import { builtin, createBuiltinAgents } from '#adapters/agents/builtin/index.ts'
import { claudeCode } from '#adapters/agents/claude-code/index.ts'
import { codex } from '#adapters/agents/codex/index.ts'
import type { AgentKind, AdapterParts } from '#adapters/agents/session/index.ts'
import type { AgentEnd } from '#engine/ports.ts'
import type { Report } from '#model/attempt.ts'
import type { Deed } from '#testing/contract/agents-harness.ts'
import { agentTaskOf } from '#testing/builders/index.ts'
import type { AwaitAgain } from './fake-agent/deeds.ts'
import { writeFake } from './fake.ts'

export async function attempt(
  kind: AgentKind,
  deeds: readonly (Deed | AwaitAgain)[],
  more: Pick<AdapterParts, 'repositoryFiles' | 'endpointOf'> & {
    readonly brought?: string
    readonly format?: string
  } = {},
): Promise<{ end: AgentEnd; reports: Report[] }> {
  const root = mkdtempSync(join(tmpdir(), 'forge-again-'))
  try {
    const asked = agentTaskOf()
    mkdirSync(join(root, 'trees', asked.tree, more.brought ?? ''), { recursive: true })
    const { repositoryFiles = 'ignored', endpointOf } = more
    const around = {
      pathOf: (tree: string) => join(root, 'trees', tree),
      privateDir: join(root, 'private'),
      scope: root,
      clock: { wall: () => 1_000_000 },
      reportEveryMs: 1,
      repositoryFiles,
      accountOf: () => loginOf(kind.name),
      ...(endpointOf === undefined ? doorFor(kind.name) : { endpointOf }),
    }
    const reports: Report[] = []
    const agents = kind.create(around, writeFake(root, more.format ?? kind.name, deeds))
    const session = await agents.start(asked, (report) => reports.push(report))
    return { end: await session.ended, reports }
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Where a login is a file of the user's, the key of a provider stands for it. */
function doorFor(name: string): Pick<AdapterParts, 'endpointOf'> {
  const row = quirks.find((one) => one.name === name)
  const isByFile = row?.auth?.login !== undefined && row.login.variables.length === 0
  return isByFile ? { endpointOf: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:9', key: 'none' }) } : {}
}

/** Somebody is logged in, by the variables of its row. */
function loginOf(name: string): Record<string, string> {
  const variables = quirks.find((row) => row.name === name)?.login.variables ?? []
  return Object.fromEntries(variables.map((variable) => [variable, 'a-key']))
}

export const begin: Deed = { do: 'begin', session: 's-1' }
export const good: Deed = { do: 'answer', answer: { nonce: '{{nonce}}', status: 'done' } }
const bad: Deed = { do: 'answer', answer: { nonce: '{{nonce}}', status: 'perhaps' } }
export const askedFor = (reports: readonly Report[]) => reports.filter(({ kind }) => kind === 'asked-again')

/** It is never without an endpoint; its program stands where the other programs do. */
const builtinByProgram: AgentKind = {
  ...builtin,
  create: (around, program = '') =>
    createBuiltinAgents({
      ...around,
      model: 'claude-sonnet-4-5',
      endpointOf: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:9', key: 'none' }),
      program,
    }),
}

export const conversing: readonly AgentKind[] = [claudeCode, codex, builtinByProgram, ...acpKinds]

/** Those of `npm test`: each way of speaking, and of those over ACP each way of telling the usage of two parts. */
export const inShort: readonly string[] = ['claude-code', 'codex', 'builtin', 'acp', 'copilot']

export function conversationsOf(kinds: readonly AgentKind[]): void {
  describe.each(kinds)('$name in one conversation', { timeout: 60_000 }, (kind) => {
    const isAcp = kind.capabilities.answer === 'result tool'
    const performed = (deeds: Parameters<typeof attempt>[1]) => attempt(kind, deeds, isAcp ? { format: 'acp' } : {})

    it('is told what is wrong with its answer, once, and what it answers then counts; both are in the books', async () => {
      const again: AwaitAgain = { do: 'await-again', text: 'status' }
      const used = [{ do: 'use', input: 100, output: 10 }] as const
      const { end, reports } = await performed([begin, ...used, bad, again, ...used, good])
      expect(end).toMatchObject({ end: 'answered', answer: { status: 'done' } })
      // Its figures are those of the whole session, each time.
      const parts = quirks.some(({ name, usage }) => name === kind.name && usage === 'session') ? 1 : 2
      expect(end.usage).toMatchObject({ inputTokens: 100 * parts, outputTokens: 10 * parts })
      expect(askedFor(reports)).toEqual([{ kind: 'asked-again', errors: [expect.saying('status')] }])
    })

    it('is asked for an answer that is missing', async () => {
      const again: AwaitAgain = { do: 'await-again', text: 'did not answer in the requested form' }
      const { end } = await performed([begin, { do: 'finish' }, again, good])
      expect(end).toMatchObject({ end: 'answered', answer: { status: 'done' } })
    })

    it('is not asked a third time', async () => {
      const { end, reports } = await performed([begin, bad, { do: 'await-again', text: 'status' }, bad])
      // Where Forge itself takes the answer it is refused there; elsewhere it is handed on, and the core refuses it.
      expect(end).toMatchObject(
        isAcp ? { end: 'failed', failure: { tag: 'invalid' } } : { end: 'answered', answer: { status: 'perhaps' } },
      )
      expect(askedFor(reports)).toHaveLength(1)
    })

    it('has ended as it did, or as one that is gone, when it ends before it could answer again', async () => {
      const { end } = await performed([
        begin,
        { do: 'finish' },
        { do: 'await-again', text: 'did not answer' },
        { do: 'exit', code: 0 },
      ])
      // Over ACP a question is open then, and nobody is there to close it.
      expect(end).toMatchObject({ end: 'failed', failure: { tag: isAcp ? 'crash' : 'empty' } })
    })

    it('is not asked at all when its answer fits', async () => {
      const { end, reports } = await performed([begin, good])
      expect(end.end).toBe('answered')
      expect(askedFor(reports)).toEqual([])
    })
  })
}
