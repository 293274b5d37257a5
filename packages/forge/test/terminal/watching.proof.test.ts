/** Looking on while a run is driven: `watch` and `logs`, as lines, as JSON and on a real terminal. */
import { describe, expect, it } from 'vitest'
import { operations } from '#surfaces/operations/list.ts'
import { collect } from '../cli/stage.ts'
import { buildingIn, waitingHabits } from './looked-at.ts'
import { placesOfTests } from './place.ts'

const open = placesOfTests()

// oxlint-disable-next-line no-control-regex -- exactly these are looked for
const harmful = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\u200B]/

async function schemaOf(name: string) {
  return (await operations.find((listed) => listed.name === name)?.load())?.output
}

describe('watch', { timeout: 200_000 }, () => {
  it('S3-12 T-20 tells a line for every change and every JSON item, ends with the run, and no driver notices', async () => {
    const place = await open(waitingHabits)
    const { ran } = await buildingIn(place)
    const watching = [place.start(['watch']), place.start(['watch', '--json'])] as const
    const seen = Promise.all(watching.map(collect))
    await Promise.all(watching.map((child) => new Promise((resolve) => child.stdout?.once('data', resolve))))
    place.openGate()
    const [lines, json] = await seen
    expect((await ran).exitCode).toBe(0)
    if (lines === undefined || json === undefined) throw new Error('two watched')
    expect(lines).toMatchObject({ exitCode: 0, error: '' })
    expect(lines.out).toMatch(/^open-the-shop-\S+ +running/)
    expect(lines.out).toMatch(/\d\d:\d\d:\d\d {2}✓ shop merged/)
    expect(lines.out).toMatch(/open-the-shop-\S+ +done +100% +3\/3 units/)
    expect(lines.out.trimEnd().split('\n').at(-1)).toMatch(/^Next: forge land open-the-shop-/)
    expect(lines.out + json.out).not.toMatch(harmful)
    const items = json.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { status: string; seq: number })
    const schema = await schemaOf('watch')
    for (const item of items) expect(schema?.safeParse(item).error).toBeUndefined()
    expect(items.length).toBeGreaterThan(3)
    expect(items.at(-1)?.status).toBe('finished')
    expect((await place.forge(['watch'])).out).toMatch(/^open-the-shop-\S+ +done/)
  })
})

describe('logs', { timeout: 40_000 }, () => {
  it('T-20 what agents printed is kept, listed, followed and shown harmless', async () => {
    const place = await open(waitingHabits)
    const { ran } = await buildingIn(place)
    const following = place.start(['logs', '-f'])
    const followed = collect(following)
    await new Promise((resolve) => following.stdout?.once('data', resolve))
    place.openGate()
    expect((await ran).exitCode).toBe(0)
    const { exitCode, out } = await followed
    expect(exitCode).toBe(0)
    for (const said of ['shop implement #1', 'begins red', 'complains', 'goes on']) expect(out).toContain(said)
    expect(out).not.toMatch(harmful)
    const list = await place.forge(['logs'])
    for (const kept of ['plan draft #1', 'shop implement #1', 'shop review #1']) expect(list.out).toContain(kept)
    const one = await place.forge(['logs', 'shop', '--phase', 'implement', '--attempt', '1', '--json'])
    expect(one.out).not.toMatch(harmful)
    const schema = await schemaOf('logs')
    for (const line of one.out.trimEnd().split('\n')) expect(schema?.safeParse(JSON.parse(line)).error).toBeUndefined()
    expect(one.out).toContain('goes on')
    expect(await place.forge(['logs', 'shop', '--attempt', '9'])).toMatchObject({ exitCode: 1 })
    expect((await place.forge(['logs', 'shpo'])).error).toContain('did you mean shop?')
    // The one word may be the run, as it is for most commands.
    expect((await place.forge(['logs', 'open-the'])).out).toBe(list.out)
  })
})
