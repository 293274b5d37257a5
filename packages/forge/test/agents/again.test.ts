/** What an attempt comes to: an answer that does not fit is asked for again, what a repository brings for agents is not loaded. `again.proof.test.ts` has the other agents. */
import { describe, expect, it } from 'vitest'
import { acpKinds } from '#adapters/agents/acp/index.ts'
import { quirks } from '#adapters/agents/acp/quirks.ts'
import type { AgentKind } from '#adapters/agents/session/index.ts'
import type { Deed } from '#testing/contract/agents-harness.ts'
import { askedFor, attempt, begin, conversationsOf, conversing, good, inShort } from './again.ts'

conversationsOf(conversing.filter(({ name }) => inShort.includes(name)))

it('agents of each way of speaking are asked again here', () => {
  expect(conversing.map(({ name }) => name)).toEqual(expect.arrayContaining([...inShort]))
})

describe('one that speaks ACP', { timeout: 60_000 }, () => {
  const [gemini] = acpKinds.filter(({ name }) => name === 'gemini')

  it('S1-65 is not asked again when its last request was refused: it did not forget its answer', async () => {
    const endpointOf = () => Promise.resolve({ baseUrl: 'http://127.0.0.1:9', key: 'none', isRefused: () => true })
    const { end, reports } = await attempt(gemini as AgentKind, [begin, { do: 'finish' }], {
      format: 'acp',
      endpointOf,
    })
    expect(end).toMatchObject({ end: 'failed', failure: { tag: 'empty' } })
    expect(askedFor(reports)).toEqual([])
  })

  it('I-21 answers by its private file: what does not fit is taken away and asked for again', async () => {
    const write = (answer: string): Deed => ({ do: 'write', path: '$FORGE_RESULT', text: answer })
    const bad = write('{ "nonce": "{{nonce}}",\n"status": "perhaps" }')
    const good = write('{\n  "nonce": "{{nonce}}",\n  "status": "done"\n}\n')
    const deeds = [begin, bad, { do: 'finish' }, { do: 'await-again', text: 'status' }, good, { do: 'finish' }] as const
    const { end, reports } = await attempt(gemini as AgentKind, deeds, { format: 'acp' })
    expect(end).toMatchObject({ end: 'answered', answer: { status: 'done' } })
    expect(askedFor(reports)).toHaveLength(1)
  })
})

describe.each(acpKinds.filter(({ program }) => program !== undefined))(
  'T-26 $name without walls',
  { timeout: 60_000 },
  (kind) => {
    const brought = quirks.find(({ name }) => name === kind.name)?.repositoryFiles[0] ?? ''

    it('T-26 does not run where it would load what the repository brings, unless that is allowed', async () => {
      const refused = await attempt(kind, [begin, good], { brought, format: 'acp' })
      expect(refused.end).toMatchObject({
        end: 'failed',
        failure: { tag: 'blocked', text: expect.saying(brought) },
      })
      const allowed = await attempt(kind, [begin, good], { brought, format: 'acp', repositoryFiles: 'used' })
      expect(allowed.end).toMatchObject({ end: 'answered' })
    })
  },
)
