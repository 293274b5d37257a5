/** Every adapter in the torture chamber: real processes, the adapter as it is used, a program that misbehaves. */
import { describe, expect, it } from 'vitest'
import { acpKinds } from '#adapters/agents/acp/index.ts'
import { claudeCode } from '#adapters/agents/claude-code/index.ts'
import { codex } from '#adapters/agents/codex/index.ts'
import { command } from '#adapters/agents/command/index.ts'
import { certify, type Candidate } from '#forge/certify/certify.ts'

const any = acpKinds.filter(({ name }) => name === 'acp')
const candidates = [...any, claudeCode, codex, command].map((kind): Candidate => ({
  format: kind.name,
  create: (around, program) => kind.create(around, program),
}))

describe.each(candidates)('F-19 I-33 $format', (candidate) => {
  it('passes the whole catalogue', { timeout: 180_000 }, async () => {
    const trials = await certify({ candidate })
    expect(trials.filter(({ complaints }) => complaints.length > 0)).toEqual([])
    expect(trials.length).toBeGreaterThan(18)
  })
})
