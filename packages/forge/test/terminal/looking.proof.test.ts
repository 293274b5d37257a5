/** Looking on at a run whose driver dies, at a terminal that is left, and at more output than is kept. */
import { isMissing } from '../tools.ts'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collect } from '../cli/stage.ts'
import { until } from '../processes/living.ts'
import { buildingIn, slowly, waitingHabits } from './looked-at.ts'
import { placesOfTests, usualWork } from './place.ts'

const open = placesOfTests()

describe('watch and logs', { timeout: 200_000 }, () => {
  it.skipIf(isMissing('tmux'))('Ctrl-C ends watching and not the run, and gives the cursor back', async () => {
    const place = await open(waitingHabits)
    const { ran } = await buildingIn(place)
    const terminal = place.openTerminal()
    terminal.type('forge watch; echo exit=$?', 'Enter')
    await terminal.shows('implement #1')
    terminal.type('C-c')
    await terminal.shows('exit=130')
    place.openGate()
    expect(terminal.cursor()).toBe('shown')
    expect((await ran).exitCode).toBe(0)
  })

  it('I-33 says that the driver went away and how to go on, and that somebody drives again', async () => {
    const place = await open({ worker: slowly })
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
    expect(seen[0]).not.toContain('no process is working on')
    driver.kill('SIGKILL')
    const gone = /! no process is working on run (open-the-shop-\S+); to resume it: forge resume \1/
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

  it('I-34 a transcript is bounded, private, and named in an index', async () => {
    const place = await open({ worker: [{ do: 'flood', mebibytes: 12, to: 'stderr' }, ...usualWork] })
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

  it.skipIf(isMissing('tmux'))(
    'S0-16 T-20 on a terminal draws one view in place, with the time that passes, and gives the cursor back',
    async () => {
      const place = await open(waitingHabits)
      const { ran } = await buildingIn(place)
      const terminal = place.openTerminal()
      terminal.type('clear; forge watch; echo exit=$?', 'Enter')
      const first = await terminal.shows(/open +shop +implement #1 +\d+ s/)
      expect(first).toContain('Open the \\u{202E} shop')
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
})
