/** Every adapter with a program that speaks its wire format, for the published contract. */
import { builtin, createBuiltinAgents } from '#adapters/agents/builtin/index.ts'
import { acpKinds } from '#adapters/agents/acp/index.ts'
import { claudeCode } from '#adapters/agents/claude-code/index.ts'
import { codex } from '#adapters/agents/codex/index.ts'
import { command } from '#adapters/agents/command/index.ts'
import type { AgentsHarness } from '#testing/contract/agents-harness.ts'
import { defined } from '#model/defined.ts'
import { fakeHarness, scriptedHarness } from './fake.ts'

export const harnesses: Readonly<Record<string, AgentsHarness>> = {
  scripted: scriptedHarness({
    usage: 'as it grows',
    limits: 'seen',
    kinds: ['rate-limit', 'network', 'server', 'stream', 'connection', 'quota', 'blocked', 'refusal', 'overflow'],
  }),
  command: fakeHarness(command, {
    usage: 'as it grows',
    limits: 'seen',
    kinds: ['rate-limit', 'network', 'server', 'stream', 'connection', 'quota', 'auth', 'request', 'turns', 'budget'],
  }),
  'claude-code': fakeHarness(claudeCode, {
    usage: 'at the end',
    limits: 'seen',
    kinds: ['rate-limit', 'network', 'server', 'connection', 'auth', 'request', 'turns', 'budget', 'other'],
  }),
  codex: fakeHarness(codex, {
    usage: 'as it grows',
    limits: 'seen',
    kinds: ['rate-limit', 'server', 'stream', 'connection', 'quota', 'auth', 'request', 'budget', 'other'],
  }),
  builtin: fakeHarness(
    {
      ...builtin,
      // It is never without an endpoint; its program stands where the other programs do.
      create: (around, program) =>
        createBuiltinAgents({
          ...around,
          model: 'claude-sonnet-4-5',
          endpointOf: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:9', key: 'none' }),
          ...defined({ program }),
        }),
    },
    {
      usage: 'as it grows',
      limits: 'seen',
      kinds: ['rate-limit', 'network', 'server', 'stream', 'connection', 'quota', 'auth', 'request', 'turns', 'other'],
    },
  ),
  ...Object.fromEntries(
    acpKinds
      .filter(({ name }) => name === 'acp')
      .map((acp) => [
        acp.name,
        fakeHarness(acp, {
          usage: 'at a good end',
          limits: 'unseen',
          foreign: 'refused',
          repeated: 'a second end',
          kinds: ['rate-limit', 'server', 'auth', 'request', 'quota', 'network'],
        }),
      ]),
  ),
}

/**
 * Those of `npm test`: agents that answer in lines of their own, in one that is spoken both ways, and the scripted one.
 * `npm run proof` has all of them.
 */
export const inShort: readonly string[] = ['scripted', 'claude-code', 'acp']
