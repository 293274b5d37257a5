/** Every adapter in the torture chamber: real processes, the adapter as it is used, a program that misbehaves. */
import { describe, expect, it } from 'vitest'
import { createAcpAgents, plainQuirks } from '#adapters/agents/acp/index.ts'
import { claudeCode } from '#adapters/agents/claude-code/index.ts'
import { codex } from '#adapters/agents/codex/index.ts'
import { command } from '#adapters/agents/command/index.ts'
import type { AgentKind } from '#adapters/agents/session/index.ts'
import { certify, type Candidate } from '#forge/certify/certify.ts'

const byKind = ({ name, create }: AgentKind): Candidate => ({
  format: name,
  create: (around, program) => create(around, program),
})
const candidates = [
  { format: 'acp', create: (around, program) => createAcpAgents(around, { quirks: plainQuirks([program]) }) },
  byKind(claudeCode),
  byKind(codex),
  byKind(command),
] satisfies Candidate[]

describe.each(candidates)('F-19 I-33 $format', (candidate) => {
  it('passes the whole catalogue', { timeout: 180_000 }, async () => {
    const trials = await certify({ candidate })
    expect(trials.filter(({ complaints }) => complaints.length > 0)).toEqual([])
    expect(trials.length).toBeGreaterThan(18)
  })
})
