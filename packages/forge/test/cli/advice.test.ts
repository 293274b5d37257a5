/** What is said after a halt: the remedy that Forge knows, then, if it is wanted, what a model that only reads thinks. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../terminal/place.ts'

let place: Place
afterEach(() => place.end())

const worker = [{ do: 'answer', with: { status: 'blocked', note: 'there is no till' } }]
const build = ['build', 'Open the shop', '--yes', '--accept-dirty']
const document = 'The till is missing: {{brief}}'

describe('after a halt', { timeout: 120_000 }, () => {
  it('R-06 the remedy is told first, then the diagnosis, awaited; it is told what happened and changes nothing', async () => {
    place = await makePlace({
      worker,
      advisor: [
        { do: 'write', path: 'shop.txt', text: 'mended\n' },
        { do: 'sleep', ms: 500 },
        { do: 'answer', with: { document } },
      ],
    })
    const { exitCode, out } = await place.forge(['build', 'Open the shop', '--yes', '--advise'])
    expect(exitCode).toBe(5)
    const [remedy, diagnosis] = [out.indexOf('→ shop: '), out.indexOf('Diagnosis')]
    expect(remedy).toBeGreaterThan(0)
    expect(diagnosis).toBeGreaterThan(remedy)
    expect(out).toContain('The till is missing')
    expect(out).toContain('Unit shop (The shop) stopped: the agent is blocked: there is no till')
    expect(existsSync(join(place.root, 'shop.txt'))).toBe(false)
    const run = /open-the-shop-[0-9a-f]{4}/.exec(out)?.[0] ?? ''
    const events = await place.forge(['events', run, '--json'])
    expect(events.out).not.toContain('/advisor/')
    expect(await place.forge(['audit', run])).toMatchObject({ exitCode: 0 })
  })

  it('R-06 what the advisor uses is a row of the ledger and counts against the limits of the run', async () => {
    const used = (inputTokens: number) => ({ do: 'usage', inputTokens, outputTokens: 0 })
    place = await makePlace({
      worker: [used(1000), ...worker],
      advisor: [used(5000), { do: 'answer', with: { document } }],
    })
    const own =
      'models: { heavy: house-heavy, standard: house-standard }\nprices: { house-heavy: { input: 1, output: 2 } }\n'
    writeFileSync(join(place.root, '.forge/config.local.yaml'), own)
    const halted = await place.forge([...build, '--advise', '--max-tokens', '4000'])
    expect([halted.exitCode, halted.out.includes('5000 tokens')]).toEqual([5, true])
    const cost = JSON.parse((await place.forge(['cost', '--json'])).out) as {
      total: { tokens: number; attempts: number }
      advice: { tokens: number; attempts: number; costMicros: number }
      rows: { name: string }[]
    }
    expect(cost.advice).toMatchObject({ tokens: 5000, attempts: 1 })
    expect(cost.advice.costMicros).toBeGreaterThan(0)
    expect(cost.total.tokens).toBe(6000)
    expect((await place.forge(['cost'])).out).toMatch(/\(advisor\) .* 5000 tokens +1 attempt/)
    expect((await place.forge(['cost', '--by', 'model'])).out).toContain('6000 tokens')
    expect((await place.forge(['events'])).out).toContain('a diagnosis, 5000 tokens')
    // A strong model gives it: one of the tier that judges, not of the one that works.
    const events = (await place.forge(['events', '--json'])).out.split('\n')
    expect(events.find((line) => line.includes('advice.taken'))).toContain('"model":"house-heavy')
    // The run has used 1000 of 4000 by itself; with the advice it has nothing left.
    const again = await place.forge(['reopen', 'shop', '--reason', 'there is a till now'])
    expect(again.exitCode).toBe(6)
    expect(again.out).toContain('forge raise')
    expect(await place.forge(['audit'])).toMatchObject({ exitCode: 0 })
  })

  it('R-06 nobody is asked unless it is wanted, and an advisor that fails changes nothing', async () => {
    place = await makePlace({ worker, advisor: [{ do: 'exit', code: 3 }] })
    const unasked = await place.forge(['build', 'Open the shop', '--yes'])
    expect([unasked.exitCode, unasked.out.includes('iagnosis')]).toEqual([5, false])
    const failed = await place.forge(['build', 'Open the shop', '--yes', '--advise', '--json'])
    expect(failed.exitCode).toBe(5)
    const items = failed.out
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as { kind: string; nothing?: unknown }] : []))
    const kinds = items.map(({ kind }) => kind).filter((kind) => kind === 'end' || kind === 'diagnosis')
    expect(kinds).toEqual(['end', 'diagnosis'])
    expect(items.find(({ kind }) => kind === 'diagnosis')?.nothing).toSay('crash')
  })
})
