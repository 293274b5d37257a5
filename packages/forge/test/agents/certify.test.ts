/** Every adapter in the torture chamber: real processes, the adapter as it is used, a program that misbehaves. */
import { describe, expect, it } from 'vitest'
import { createAcpAgents, plainQuirks, quirks } from '#adapters/agents/acp/index.ts'
import { certify, type Candidate } from '#forge/certify/certify.ts'

const gemini = quirks.find(({ name }) => name === 'gemini') ?? plainQuirks(['none'])

const candidates: readonly [string, Candidate][] = [
  ['acp', (around, program) => createAcpAgents(around, { quirks: gemini, program })],
]

describe.each(candidates)('F-19 I-33 %s', (_, candidate) => {
  it('passes the whole catalogue', { timeout: 180_000 }, async () => {
    const trials = await certify({ candidate })
    expect(trials.filter(({ complaints }) => complaints.length > 0)).toEqual([])
    expect(trials.length).toBeGreaterThan(20)
  })
})
