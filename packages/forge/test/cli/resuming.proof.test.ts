/** Going on with a run: which one is meant when none is named, and what was told before is not told again. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../terminal/place.ts'

let place: Place
afterEach(() => place.end())

const runIn = (talk: string): string => /(?:open|close)-the-shop-[0-9a-f]{4}/.exec(talk)?.[0] ?? 'none'
const asked = 'Run this plan?'

describe('going on', { timeout: 120_000 }, () => {
  it('U-23 takes the only run that asks or has not ended, and asks nothing that was answered', async () => {
    place = await makePlace()
    const done = await place.forge(['build', 'Close the shop', '--yes'])
    expect(done.exitCode).toBe(0)
    const waiting = await place.forge(['build', 'Open the shop'])
    expect([waiting.exitCode, waiting.error.split(asked).length]).toEqual([3, 2])
    const approved = await place.forge(['approve'])
    expect([approved.exitCode, runIn(approved.out)]).toEqual([0, runIn(waiting.out)])
    expect(approved.error + approved.out).not.toContain(asked)

    const second = await place.forge(['build', 'Open the shop'])
    const resumed = await place.forge(['resume', '--yes'])
    expect([resumed.exitCode, runIn(resumed.out)]).toEqual([0, runIn(second.out)])
    expect(resumed.error).not.toContain(asked)
  })

  it('I-21 U-04 with other settings of the machine checks say it anew, and agents are not asked again', async () => {
    place = await makePlace()
    const phases = [
      '{ name: implement, kind: agent, role: worker, yields: work }',
      '{ name: verify, kind: check, on: head }',
      '{ name: mine, kind: ask, about: work, question: Good? }',
    ]
    mkdirSync(join(place.root, '.forge/presets'))
    writeFileSync(
      join(place.root, '.forge/presets/ask.yaml'),
      `name: ask\ntitle: Ask\ntemplates: { t: { phases: [${phases.join(', ')}] } }\nstart: [{ id: one, template: t, verify: project }]\n`,
    )
    const waiting = await place.forge(['run', 'ask', 'Open the shop', '--accept-dirty'])
    expect(waiting.exitCode).toBe(3)
    appendFileSync(join(place.root, '.forge/config.yaml'), 'network: open\n')
    expect((await place.forge(['approve'])).exitCode).toBe(0)
    const started = (await place.forge(['events', '--json'])).out
      .split('\n')
      .flatMap(
        (line) =>
          /"type":"attempt.intended".*"path":"one\/(\w+)"|"path":"one\/(\w+)".*"type":"attempt.intended"/
            .exec(line)
            ?.slice(1) ?? [],
      )
      .filter((name) => name !== undefined)
    expect(started).toEqual(['implement', 'verify', 'verify'])
    expect((await place.forge(['events'])).out).toContain('checks now run in another environment')
  })

  it('U-23 of several that have not ended it names just these', async () => {
    place = await makePlace()
    await place.forge(['build', 'Close the shop', '--yes'])
    const runs = [await place.forge(['build', 'Open the shop']), await place.forge(['build', 'Open the shop'])]
    const refused = await place.forge(['resume'])
    expect(refused.exitCode).toBe(2)
    expect(refused.error).toContain('there are 2 runs; name one of them')
    for (const { out } of runs) expect(refused.error).toContain(runIn(out))
    expect(refused.error).not.toContain('close-the-shop')
  })
})
