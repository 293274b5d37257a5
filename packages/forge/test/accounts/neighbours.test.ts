/** What a provider told a run in one repository holds in the user's other repositories (I-32, S1-65). */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openSharedAccounts, type SharedAccounts } from '#forge/drive/shared-account-stream.ts'
import { sharedLimitsOf } from '#forge/drive/shared-accounts.ts'
import type { HostMessage } from '#model/host.ts'
import { must } from '../driven/project.ts'
import { inDirectory } from '../processes/living.ts'
import { makePlace, type Place } from '../terminal/place.ts'

const limited = (account: string, until: number): HostMessage => ({
  type: 'limited',
  id: `r/limited/${account}@${until}`,
  at: 1,
  account,
  until,
})
const filled = (account: string, percent: number, at: number): HostMessage => ({
  type: 'filled',
  id: `r/filled/${account}@${at}`,
  at,
  account,
  levels: { '5h': { percent, at } },
})

type Talk = (name: string, env?: Readonly<Record<string, string>>) => Promise<SharedAccounts>

function inStreet(talk: (open: Talk) => Promise<void>): Promise<void> {
  return inDirectory(async (root) => {
    const opened: SharedAccounts[] = []
    try {
      await talk(async (repository, env = {}) => {
        const neighbours = must(await openSharedAccounts({ directory: root, repository, gates: sharedLimitsOf(env) }))
        opened.push(neighbours)
        return neighbours
      })
    } finally {
      for (const neighbours of opened) await neighbours.close()
    }
  })
}

const untilsIn = (heard: readonly HostMessage[]) =>
  heard.map((message) => (message.type === 'limited' ? `${message.account} ${message.until}` : message.type))

describe('the stream beside the repositories', () => {
  it('I-32 a limit that one was told is heard by the others, once, also by one that comes later, while it lasts', () =>
    inStreet(async (open) => {
      const [shop, mill] = [await open('shop-1'), await open('mill-2')]
      await shop.tell(limited('anthropic/work', 1000))
      expect(untilsIn(await mill.hear(10))).toEqual(['anthropic/work 1000'])
      expect(await mill.hear(10)).toEqual([])
      expect(await shop.hear(10)).toEqual([])
      expect(untilsIn(await (await open('barn-3')).hear(10))).toEqual(['anthropic/work 1000'])
      expect(await (await open('barn-4')).hear(1000)).toEqual([])
    }))

  it('I-32 the account of the environment is the same only with the same key, or with the same login', () =>
    inStreet(async (open) => {
      const one = { ANTHROPIC_API_KEY: 'one' }
      await (await open('shop-1', one)).tell(limited('anthropic/default', 1000))
      await (await open('shop-1')).tell(limited('openai/default', 2000))
      expect(untilsIn(await (await open('mill-2', one)).hear(10))).toEqual([
        'anthropic/default 1000',
        'openai/default 2000',
      ])
      const other = await open('mill-3', { ANTHROPIC_API_KEY: 'other', OPENAI_API_KEY: 'other' })
      expect(await other.hear(10)).toEqual([])
    }))

  it('I-32 what a rehearsal or a program of one’s own is limited by stays where it is', () =>
    inStreet(async (open) => {
      const shop = await open('shop-1')
      for (const gate of ['rehearsal/default', 'my-program/work', 'work']) await shop.tell(limited(gate, 1000))
      expect(await (await open('mill-2')).hear(10)).toEqual([])
    }))

  it('S1-65 how full an account is, is told when it is news and heard while it is fresh', () =>
    inStreet(async (open) => {
      const [shop, mill] = [await open('shop-1'), await open('mill-2')]
      for (const [percent, at] of [
        [80, 10],
        [80.2, 20],
        [91, 30],
      ] as const)
        await shop.tell(filled('anthropic/work', percent, at))
      const heard = await mill.hear(40)
      expect(heard.map((message) => (message.type === 'filled' ? message.levels : message.type))).toEqual([
        { '5h': { percent: 80, at: 10 } },
        { '5h': { percent: 91, at: 30 } },
      ])
      expect(await (await open('barn-3')).hear(200_000)).toEqual([])
    }))
})

describe('two repositories of one user', { timeout: 120_000 }, () => {
  const places: Place[] = []
  afterEach(() => {
    for (const place of places.splice(0)) place.end()
  })

  it('I-32 S1-66 a limit that a run met in one parks a run in the other before its first attempt', async () => {
    const fail = { do: 'fail', as: 'quota', resetAfterMs: 3_600_000 }
    const shop = await makePlace({ planner: [fail] }, { provider: 'anthropic' })
    places.push(shop)
    const home = join(shop.root, '../home')
    const mill = await makePlace({}, { home, provider: 'anthropic' })
    places.push(mill)
    mkdirSync(join(home, '.config/forge'), { recursive: true })
    writeFileSync(join(home, '.config/forge/config.yaml'), 'parking:\n  resume: false\n')
    const flags = ['--yes', '--allow-plan-commands']
    expect((await shop.forge(['build', 'Open the shop', ...flags])).exitCode).toBe(6)
    const parked = await mill.forge(['build', 'Open the mill', ...flags])
    expect([parked.exitCode, `${parked.out}${parked.error}`]).toEqual([
      6,
      expect.stringMatching(/account anthropic\/default is rate-limited for another (?:59|60) min/),
    ])
    expect((await mill.forge(['events', '--json'])).out).not.toContain('attempt.intended')
  })
})
