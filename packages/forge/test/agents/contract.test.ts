/** Every adapter against the published contract, with a program that speaks its wire format. */
import { describe, it } from 'vitest'
import { builtin, createBuiltinAgents } from '#adapters/agents/builtin/index.ts'
import { acpKinds } from '#adapters/agents/acp/index.ts'
import { claudeCode } from '#adapters/agents/claude-code/index.ts'
import { codex } from '#adapters/agents/codex/index.ts'
import { command } from '#adapters/agents/command/index.ts'
import { agentsContract } from '#testing/contract/agents.ts'
import { fakeHarness, scriptedHarness } from './fake.ts'

// Real processes on a machine that may be busy.
const kit = { describe, it: (name: string, body: () => Promise<void>) => it(name, body, 60_000) }

agentsContract(
  kit,
  'scripted',
  scriptedHarness({
    usage: 'as it grows',
    limits: 'seen',
    kinds: ['rate-limit', 'network', 'server', 'stream', 'connection', 'quota', 'blocked', 'refusal', 'overflow'],
  }),
)
agentsContract(
  kit,
  'command',
  fakeHarness(command, {
    usage: 'as it grows',
    limits: 'seen',
    kinds: ['rate-limit', 'network', 'server', 'stream', 'connection', 'quota', 'auth', 'request', 'turns', 'budget'],
  }),
)
agentsContract(
  kit,
  'claude-code',
  fakeHarness(claudeCode, {
    usage: 'at the end',
    limits: 'seen',
    kinds: ['rate-limit', 'network', 'server', 'connection', 'auth', 'request', 'turns', 'budget', 'other'],
  }),
)
agentsContract(
  kit,
  'codex',
  fakeHarness(codex, {
    usage: 'as it grows',
    limits: 'seen',
    kinds: ['rate-limit', 'server', 'stream', 'connection', 'quota', 'auth', 'request', 'budget', 'other'],
  }),
)
agentsContract(
  kit,
  'builtin',
  fakeHarness(
    {
      ...builtin,
      // It is never without an endpoint; its program stands where the other programs do.
      create: (around, program) =>
        createBuiltinAgents({
          ...around,
          model: 'claude-sonnet-4-5',
          endpointOf: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:9', key: 'none' }),
          ...(program === undefined ? {} : { program }),
        }),
    },
    {
      usage: 'as it grows',
      limits: 'seen',
      kinds: ['rate-limit', 'network', 'server', 'stream', 'connection', 'quota', 'auth', 'request', 'turns', 'other'],
    },
  ),
)

for (const acp of acpKinds.filter(({ name }) => name === 'acp'))
  agentsContract(
    kit,
    'acp',
    fakeHarness(acp, {
      usage: 'at a good end',
      limits: 'unseen',
      foreign: 'refused',
      kinds: ['rate-limit', 'server', 'auth', 'request', 'quota', 'network'],
    }),
  )
