/** Looking on while a run is driven: `watch` and `logs`, as lines, as JSON and on a real terminal. */
import { isMissing } from '../tools.ts'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { operations } from '#surfaces/operations/list.ts'
import { collect } from '../cli/stage.ts'
import { until } from '../processes/living.ts'
import { makePlace, usualPlan, usualWork, waiting, type Place, type Steps } from './place.ts'

let place: Place
afterEach(() => place.end())

const evil = '\u001B]52;c;ZXZpbA==\u0007\u001B[31mred\u202Eder'
const slowly: Steps = [
  { do: 'print', text: `begins ${evil}`, to: 'stdout' },
  { do: 'print', text: 'complains', to: 'stderr' },
  ...waiting('obedient'),
  { do: 'print', text: 'goes on', to: 'stdout' },
  ...usualWork,
]
const [unit] = usualPlan.with.plan.units
const evilPlan: Steps = [
  { do: 'answer', with: { plan: { summary: 'One.', units: [{ ...unit, title: `The ${evil} shop` }] } } },
]

// oxlint-disable-next-line no-control-regex -- exactly these are looked for
const harmful = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\u200B]/

async function schemaOf(name: string) {
  return (await operations.find((listed) => listed.name === name)?.load())?.output
}

/** A build whose worker waits at the gate. */
async function building(): Promise<{ readonly ran: ReturnType<typeof collect> }> {
  place = await makePlace({ worker: slowly, planner: evilPlan })
  const child = place.start(['build', 'Open the shop', '--yes'])
  let out = ''
  const ran = collect(child)
  child.stdout?.on('data', (chunk: string) => (out += chunk))
  await until(() => out.includes('shop implement'), 10_000)
  return { ran }
}

describe('watch', { timeout: 200_000 }, () => {
  it('S3-12 T-20 tells a line for every change and every JSON item, ends with the run, and no driver notices', async () => {
    const { ran } = await building()
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

  it.skipIf(isMissing('tmux'))(
    'S0-16 T-20 on a terminal draws one view in place, with the time that passes, and gives the cursor back',
    async () => {
      const { ran } = await building()
      const terminal = place.openTerminal()
      terminal.type('clear; forge watch; echo exit=$?', 'Enter')
      const first = await terminal.shows(/open +shop +implement #1 +\d+ s/)
      expect(first).toContain('\\u{202E}')
      expect(terminal.cursor()).toBe('hidden')
      const [, seconds] = /implement #1 +(\d+) s/.exec(first) ?? []
      const later = await terminal.shows(new RegExp(`implement #1 +${Number(seconds) + 1} s`))
      expect(later.match(/implement #1 +\d+ s/g)).toHaveLength(1)
      place.openGate()
      const last = await terminal.shows('exit=0')
      expect(last).toMatch(/done +shop/)
      expect(last.match(/^open-the-shop-\S+ /gm)).toHaveLength(1)
      expect(terminal.cursor()).toBe('shown')
      expect((await ran).exitCode).toBe(0)
    },
  )

  it('I-33 says that the driver went away and how to go on, and that somebody drives again', async () => {
    place = await makePlace({ worker: slowly })
    const driver = place.start(['build', 'Open the shop', '--yes'])
    let built = ''
    driver.stdout?.on('data', (chunk: Buffer) => (built += String(chunk)))
    await until(() => built.includes('shop implement'), 60_000)
    const watching = [place.start(['watch']), place.start(['watch', '--json'])] as const
    const seen = ['', '']
    for (const [index, child] of watching.entries())
      child.stdout?.on('data', (chunk: Buffer) => (seen[index] += String(chunk)))
    const ended = Promise.all(watching.map(collect))
    await until(() => seen.every((text) => text !== ''), 60_000)
    expect(seen[0]).not.toContain('nobody drives')
    driver.kill('SIGKILL')
    const gone = /! nobody drives run (open-the-shop-\S+) now; forge resume \1 goes on with it/
    await until(() => gone.test(seen[0] ?? '') && (seen[1] ?? '').includes('"isDriven":false'), 60_000)
    place.openGate()
    expect((await place.forge(['resume', '--yes'])).exitCode).toBe(0)
    const [, json] = await ended
    const driven = (json?.out ?? '')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { isDriven: boolean }).isDriven)
    expect([driven[0], driven.includes(false), driven.lastIndexOf(true) > driven.indexOf(false)]).toEqual([
      true,
      true,
      true,
    ])
  })

  it.skipIf(isMissing('tmux'))('Ctrl-C ends watching and not the run, and gives the cursor back', async () => {
    const { ran } = await building()
    const terminal = place.openTerminal()
    terminal.type('forge watch; echo exit=$?', 'Enter')
    await terminal.shows('implement #1')
    terminal.type('C-c')
    await terminal.shows('exit=130')
    place.openGate()
    expect(terminal.cursor()).toBe('shown')
    expect((await ran).exitCode).toBe(0)
  })
})

describe('logs', { timeout: 40_000 }, () => {
  it('T-20 what agents printed is kept, listed, followed and shown harmless', async () => {
    const { ran } = await building()
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

  it('I-34 a transcript is bounded, private, and named in an index', async () => {
    place = await makePlace({ worker: [{ do: 'flood', mebibytes: 12, to: 'stderr' }, ...usualWork] })
    expect((await place.forge(['build', 'Open the shop', '--yes'])).exitCode).toBe(0)
    const [run = ''] = readdirSync(place.places.transcripts)
    const folder = join(place.places.transcripts, run)
    const index = readFileSync(join(folder, 'index.jsonl'), 'utf8').trimEnd().split('\n')
    const rows = index.map(
      (line) => JSON.parse(line) as { key: string; unit: string; file: string; performance: number },
    )
    const flooded = rows.find(({ key }) => key.includes('shop/implement#1'))
    expect(flooded).toMatchObject({ unit: 'shop', phase: 'implement', attempt: 1, performance: 1 })
    const kept = readFileSync(join(folder, flooded?.file ?? ''), 'latin1')
    expect(kept.indexOf('\n[')).toBe(10 * 1024 * 1024)
    expect(kept.slice(10 * 1024 * 1024)).toMatch(/^\n\[\S+ \d+ more bytes were printed and not kept/)
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })
})
