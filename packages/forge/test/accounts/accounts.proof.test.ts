/** What a run does when its account has nothing left: it waits, goes on with another one, or ends. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makePlace, usualWork, type Place } from '../terminal/place.ts'
import { accountsAt, addTwoAccounts, eventsOf } from './two-accounts.ts'

let place: Place | undefined
afterEach(() => {
  place?.end()
  place = undefined
})

const secret = 'no-shape-at-all-0123456789'

describe('an account that has nothing left', { timeout: 120_000 }, () => {
  it('I-32 a short limit is waited for, and the run goes on by itself', async () => {
    const fail = { do: 'fail', as: 'quota', resetAfterMs: 1500 }
    place = await makePlace({ workers: [[fail], usualWork] })
    const built = await place.forge(['build', 'Open the shop', '--yes', '--allow-plan-commands'])
    expect(built.exitCode).toBe(0)
    expect(`${built.out}${built.error}`).toMatch(
      /account rehearsal\/default is rate-limited for another 1 min, until [-0-9]+ [:0-9]+Z; the run resumes by itself then/,
    )
  })

  it('I-32 an agent that is asked to wait inside its attempt is taken over by a free account at once, and pays no attempt', async () => {
    const waits = [{ do: 'rate-limited', retryAfterMs: 600_000 }, { do: 'hang' }]
    place = await makePlace({ workers: [waits, usualWork] })
    await addTwoAccounts(place, secret)
    const built = await place.forge(['build', 'Open the shop', '--yes', '--allow-plan-commands'])
    expect([built.exitCode, built.error]).toEqual([0, expect.any(String)])
    const events = await eventsOf(place)
    expect(accountsAt('shop/implement', events)).toEqual(['work', 'second'])
    const spent = events.flatMap((event) => (event.type === 'recovery.chosen' ? [event.counts] : []))
    expect(spent).toEqual(['nothing'])
  })

  it('S1-66 I-32 a parked run goes on at once with the account that is named, or that was added meanwhile', async () => {
    const fail = { do: 'fail', as: 'quota', resetAfterMs: 3_600_000 }
    place = await makePlace({ workers: [[fail], [fail], usualWork] })
    const home = join(place.root, '..', 'home')
    writeFileSync(join(home, 'key'), secret)
    mkdirSync(join(home, '.config/forge'), { recursive: true })
    writeFileSync(join(home, '.config/forge/config.yaml'), 'parking:\n  resume: false\n')
    const add = (name: string) => place?.forge(['accounts', 'add', name, '--from-file', join(home, 'key')])
    const flags = ['--yes', '--allow-plan-commands']
    expect((await place.forge(['build', 'Open the shop', '--account', 'first', ...flags])).exitCode).toBe(2)
    const parked = await place.forge(['build', 'Open the shop', ...flags])
    expect([parked.exitCode, `${parked.out}${parked.error}`]).toEqual([
      6,
      expect.stringMatching(/run forge resume \S+ then \(parking\.resume is false\)/),
    ])
    await add('first')
    const first = await place.forge(['resume', ...flags])
    expect([first.exitCode, first.out]).toEqual([
      6,
      expect.stringMatching(/from now on: accounts default, first; rehearsal/),
    ])
    await add('second')
    const done = await place.forge(['resume', '--account', 'second', ...flags])
    expect([done.exitCode, done.out]).toEqual([
      0,
      expect.stringMatching(/from now on: accounts second, .*rehearsal\/default is rate-limited until/),
    ])
  })

  it('U-05 I-32 a run that has spent what it may before going on by itself ends instead, and says so', async () => {
    const fail = { do: 'fail', as: 'quota', resetAfterMs: 1500 }
    const spending = {
      inputTokens: 10,
      outputTokens: 1,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      costMicros: 2_000_000,
    }
    place = await makePlace({ workers: [[{ do: 'usage', ...spending }, fail], usualWork] })
    const home = join(place.root, '..', 'home')
    mkdirSync(join(home, '.config/forge'), { recursive: true })
    writeFileSync(join(home, '.config/forge/config.yaml'), 'parking:\n  maxCost: 1.5\n')
    const flags = ['--yes', '--allow-plan-commands']
    const parked = await place.forge(['build', 'Open the shop', ...flags])
    expect([parked.exitCode, `${parked.out}${parked.error}`]).toEqual([
      6,
      expect.stringContaining('the run has spent the money that parking.maxCost allows, $1.5'),
    ])
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect((await place.forge(['resume', ...flags])).exitCode).toBe(0)
  })
})
