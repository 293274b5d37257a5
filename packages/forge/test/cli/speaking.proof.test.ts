/** How Forge speaks while it drives a real run: announcements, badges, signals, names of agents, two languages, plain letters. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Ran } from '../calling.ts'
import { makePlace, usualWork, type Place } from '../terminal/place.ts'

let place: Place | undefined
afterEach(() => {
  place?.end()
  place = undefined
})

/** One run that is looked at by several tests. */
let person: Place
let told: Ran
beforeAll(async () => {
  person = await makePlace()
  told = await build(person)
})
afterAll(() => person.end())

const build = (at: Place, ...args: string[]) => at.forge(['build', 'Open the shop', '--yes', ...args])

describe('what a person is told', { timeout: 120_000 }, () => {
  it('S0-07 S0-10 S0-12 each phase is announced with persona, task, tier and model, and the name of its agent', async () => {
    const { out } = told
    expect(out).toMatch(
      /▸ 🌱 Engineer {2}shop implement \[no model\] {2}shop:engineer:implement:1 {2}I build what was planned/,
    )
    expect(out).toMatch(/▸ 🌿 Supervisor {2}shop review \[no model\] {2}shop:supervisor:review:1/)
  })

  it('S0-12 S0-15 progress lines carry time, agent, banner, status and a short detail', async () => {
    const { out } = await person.forge(['progress'])
    const lines = out.split('\n').filter((line) => line.includes('|'))
    for (const line of lines)
      expect(line).toMatch(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\|[\w-]+:[\w-]+:[\w-]+:\d+\|\w+\|(start|progress|done|error)\|[^|]*$/,
      )
    expect(out).toContain('|shop:engineer:implement:1|forge|start|standard')
    expect(out).toContain('|shop:supervisor:review:1|oracle|done|judged')
  })

  it('S0-38 S0-39 signals tell completed, approved, revision, escalated and failed apart, and each has its event', async () => {
    place = await makePlace({ reviewer: [{ do: 'answer', with: { verdict: 'revise', summary: 'not yet' } }] })
    const { out, exitCode } = await build(place)
    expect(exitCode).toBe(5)
    for (const line of [
      '✓ shop implement: completed',
      '✗ shop review: not yet',
      '↻ shop review: changes requested (round 1)',
      '⚠ shop needs a human: ',
    ])
      expect(out).toContain(line)
    const events = (await place.forge(['events'])).out
    for (const type of ['verdict.given', 'recovery.chosen', 'unit.stopped']) expect(events).toContain(type)
  })

  it('S0-07 S0-38 a terminal without signs gets letters only', async () => {
    place = await makePlace()
    const { out } = await build(place, '--plain')
    expect(out).toContain('> Engineer  shop implement [no model]  shop:engineer:implement:1')
    expect(out).toContain('OK shop merged "The shop"')
    expect(out).toMatch(/^[\u0020-\u007E\n]*$/)
  })

  it('U-25 speaks Brazilian Portuguese by flag or configuration, and programs read the same whatever it speaks', async () => {
    place = await makePlace()
    const { out } = await build(place, '--lang', 'pt-BR')
    expect(out).toContain('✓ shop integrada "The shop": 1/1 verificações aprovadas, nota 1,00')
    expect(out).toMatch(/^o trabalho integrado está no branch forge\//m)
    expect(out).toMatch(/^A seguir: git log /m)
    writeFileSync(join(place.root, '.forge/config.local.yaml'), 'language: pt-BR\n')
    expect((await place.forge(['status'])).out).toContain('pronta')
    expect((await place.forge(['status', '--lang', 'en'])).out).toContain('done')
    for (const args of [['report'], ['status'], ['cost'], ['events']]) {
      const told = (await place.forge([...args, '--json', '--lang', 'pt-BR'])).out
      const plain = (await place.forge([...args, '--json', '--lang', 'en'])).out
      const withoutAge = (text: string): string => text.replaceAll(/"age":"[^"]*"/g, '')
      expect(withoutAge(told)).toBe(withoutAge(plain))
    }
    const help = (await place.forge(['--help', '--lang', 'pt-BR'])).out
    for (const words of ['Trabalhar:', 'Planeja, constrói, verifica', 'Imprime JSON', 'Primeiros passos: forge init'])
      expect(help).toContain(words)
    const plan = (await place.forge(['plan', 'show', '--lang', 'pt-BR'])).out
    expect(plan).toMatch(
      /Plano de [\s\S]*módulo +complexidade +depende de[\s\S]*escreve +shop\.txt[\s\S]*1 unidade em 1 onda/,
    )
    const refused = await place.forge(['status', 'nobody', '--lang', 'pt-BR'])
    expect(refused.error).toContain("forge: não existe a execução 'nobody'")
    expect((await place.forge(['status', 'nobody', '--json', '--lang', 'pt-BR'])).out).toContain('"code":"unknown-run"')
    const wrong = await place.forge(['status', '--lang', 'de'])
    expect([wrong.exitCode, wrong.error]).toEqual([2, expect.stringContaining('en, pt-BR')])
  })

  it('U-25 S0-07 what programs read has no sign and no picture of Forge in it', async () => {
    place = await makePlace({ worker: usualWork })
    const { out } = await build(place, '--json')
    const events = out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
    expect(events.length).toBeGreaterThan(20)
    for (const { kind, event } of events) {
      if (kind !== 'event') continue
      // Badges are recorded as what they are, data for people; nothing else may hold one.
      const { spec, ...rest } = event
      expect(JSON.stringify({ ...rest, ...(spec === undefined ? {} : { spec: { ...spec, badges: {} } }) })).not.toMatch(
        /\p{Extended_Pictographic}|[✓✗↻⚠⊘■▸▶]/u,
      )
    }
  })
})
