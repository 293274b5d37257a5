/** Several vendors in one run, through the real command line: who does what, and who takes over when nothing is left. */
import { describe, expect, it } from 'vitest'
import type { FakeLlm } from '#testing/fake-llm/server.ts'
import type { EventOf } from '#model/event.ts'
import type { Ran } from '../calling.ts'
import { onShop } from './shop.ts'

const usage = { input: 40, output: 10 }
const build = ['build', 'a shop', '--yes', '--allow-plan-commands', '--json']

/** By wire format: which rules of the script it was asked for, in order, and how that ended. */
function askedOf(fake: FakeLlm): Record<string, string[]> {
  const asked: Record<string, string[]> = {}
  for (const { wire, rule, how } of fake.served().requests) (asked[wire] ??= []).push(`${rule} ${how}`)
  return asked
}

function attemptsIn({ out }: Ran): EventOf<'attempt.intended'>[] {
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind?: string; event?: { type: string } })
    .flatMap(({ event }) => (event?.type === 'attempt.intended' ? [event as EventOf<'attempt.intended'>] : []))
}

const [planned, judged, worked] = ['rule 1 answered', 'rule 2 answered', 'rule 3 answered']

describe('several vendors in one run', { timeout: 180_000 }, () => {
  it('U-10 one plans, another implements, a third reviews, each asked for nothing else', () => {
    const config = [
      'agent: builtin:claude-sonnet-4-5',
      'routing:',
      '  implement: { agent: builtin:openai/gpt-5.5 }',
      '  review: { agent: builtin:google/gemini-2.5-pro }',
      '',
    ].join('\n')
    return onShop({ turns: 1, usage, config }, async ({ forge, fake, merged }) => {
      const ran = await forge(build)
      expect([ran.exitCode, merged(ran)]).toEqual([0, ['shop']])
      expect(askedOf(fake)).toEqual({ anthropic: [planned], responses: [worked, worked], gemini: [judged] })
    })
  })

  it('S1-66 I-32 when one has nothing left the next takes over, and the others work on', () => {
    const config = [
      'agent: builtin:google/gemini-2.5-pro',
      'routing:',
      '  implement: { agent: builtin:claude-sonnet-4-5 }',
      'agents:',
      '  fallback: [{ agent: builtin, model: openai/gpt-5.5 }]',
      '',
    ].join('\n')
    const fail = [{ status: 402 }]
    return onShop({ turns: 1, usage, config, fail }, async ({ forge, fake, merged }) => {
      const ran = await forge(build)
      expect([ran.exitCode, merged(ran)]).toEqual([0, ['shop']])
      const asked = askedOf(fake)
      expect(asked).toEqual({ gemini: [planned, judged], anthropic: ['rule 3 error'], responses: [worked, worked] })
      const [first, second] = attemptsIn(ran).filter(({ path }) => path === 'shop/implement')
      expect(first?.task).toMatchObject({ provider: 'anthropic', route: { agent: 'builtin:claude-sonnet-4-5' } })
      expect(second?.task).toMatchObject({ route: { agent: 'builtin', model: 'openai/gpt-5.5' } })
      expect(second?.reason).toSay(
        /^builtin works instead: anthropic\/default is rate-limited until [-0-9]+ [:0-9]+Z; starts a new conversation, because the old one cannot be continued$/,
      )
    })
  })

  it('S1-66 I-32 a run that is parked goes on at once with the agent that whoever resumes it names, and why is on record', () => {
    const config = 'agent: builtin:claude-sonnet-4-5\nparking: { resume: false }\n'
    return onShop({ turns: 1, usage, config, fail: [{ status: 402 }] }, async ({ forge, fake, merged }) => {
      const parked = await forge(build)
      expect(parked.exitCode).toBe(6)
      const same = await forge(['resume', '--json', '--yes', '--allow-plan-commands'])
      expect([same.exitCode, attemptsIn(same)]).toEqual([6, []])
      const other = ['--agent', 'builtin:openai/gpt-5.5', '--yes', '--allow-plan-commands', '--json']
      const ran = await forge(['resume', ...other])
      expect([ran.exitCode, merged(ran)]).toEqual([0, ['shop']])
      expect(askedOf(fake)['responses']).toEqual([worked, worked, judged])
      expect(ran.out).toMatch(
        /"text":"from now on: builtin:openai\/gpt-5.5 instead of [^"]*; anthropic\/default is rate-limited until [-0-9]+ [:0-9]+Z"/,
      )
      // Who takes over stays, also without being named again.
      expect((await forge(['route', 'implement'])).exitCode).toBe(0)
      expect(attemptsIn(ran).map(({ task }) => ('provider' in task ? task.provider : undefined))).toContain('openai')
    })
  })

  it('S1-65 an account whose window is nearly full is left for the next one, and why is on record', () => {
    const headers = {
      'anthropic-ratelimit-unified-5h-utilization': '0.12',
      'anthropic-ratelimit-unified-7d-utilization': '0.95',
    }
    return onShop({ turns: 1, usage, headers }, async ({ forge, merged }) => {
      for (const name of ['one', 'two']) await forge(['accounts', 'add', name, '--from-env', 'ANTHROPIC_API_KEY'])
      await forge(['accounts', 'use', 'one'])
      const ran = await forge(build)
      expect([ran.exitCode, merged(ran)]).toEqual([0, ['shop']])
      const attempts = attemptsIn(ran).filter(({ task }) => 'account' in task)
      expect(attempts[0]).toMatchObject({ path: 'plan/draft', task: { account: 'one', provider: 'anthropic' } })
      const work = attempts.find(({ path }) => path === 'shop/implement')
      expect(work).toMatchObject({ task: { account: 'two' } })
      expect(work?.reason).toEqual('account two pays instead: anthropic/one has used 95 % of its 7d window')
    })
  })
})
