/** Accounts through the real command line, and what a run does when one has nothing left. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createAccountStore, findKeychain } from '#adapters/accounts/index.ts'
import { usedAccounts } from '#forge/world/accounts.ts'
import { createMetering } from '#forge/world/meter.ts'
import { render } from '#messages/render.ts'
import type { Event } from '#model/event.ts'
import { noUsage } from '#model/usage.ts'
import { agentTaskOf } from '#testing/builders/index.ts'
import { makePlace, usualWork, type Place } from '../terminal/place.ts'
import { inDirectory } from '../processes/living.ts'
import { accountsAt, addTwoAccounts, eventsOf } from './two-accounts.ts'
import { must } from '../driven/project.ts'

let place: Place | undefined
afterEach(() => {
  place?.end()
  place = undefined
})

const secret = 'no-shape-at-all-0123456789'

function everythingUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

describe('forge accounts', { timeout: 120_000 }, () => {
  it('S1-66 T-19 T-21 I-38 keeps a key for its owner alone, shows it nowhere, and a run with it leaves it nowhere else', async () => {
    const leaking = [{ do: 'print', text: `the key is ${secret}`, to: 'stdout' }, ...usualWork]
    place = await makePlace({ worker: leaking })
    const home = join(place.root, '..', 'home')
    writeFileSync(join(home, 'key'), `${secret}\n`)
    const said = [
      await place.forge(['accounts', 'add', 'work', '--from-file', join(home, 'key')]),
      await place.forge([
        'accounts',
        'add',
        'second',
        '--variable',
        'OPENAI_API_KEY',
        '--from-file',
        join(home, 'key'),
      ]),
      await place.forge(['accounts', 'use', 'work']),
      await place.forge(['accounts', 'list']),
      await place.forge(['accounts', 'list', '--json']),
      await place.forge(['build', 'Open the shop', '--yes', '--allow-plan-commands']),
      await place.forge(['events']),
      await place.forge(['logs', 'shop']),
    ]
    expect(said.map(({ exitCode }) => exitCode)).toEqual(said.map(() => 0))
    expect(said.filter(({ out, error }) => `${out}${error}`.includes(secret))).toEqual([])
    expect(said[3]?.out).toMatch(/\* work +ANTHROPIC_API_KEY +key in a file/)
    expect(said[7]?.out).toContain('the key is [redacted]')

    const file = join(home, '.config/forge/accounts.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, '.config/forge')).mode & 0o077).toBe(0)
    const holders = everythingUnder(home).filter((path) => readFileSync(path).includes(secret))
    expect(holders.toSorted()).toEqual([file, join(home, 'key')].toSorted())

    expect((await place.forge(['accounts', 'remove', 'work'])).exitCode).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ accounts: [{ name: 'second' }] })
    expect((await place.forge(['accounts', 'use', 'work'])).exitCode).toBe(1)
    expect((await place.forge(['accounts', 'add', 'work'])).exitCode).toBe(2)
    expect((await place.forge(['accounts', 'add', 'work', '--from-env', 'NOT_SET'])).exitCode).toBe(2)
  })

  it('S1-66 a quota moves the run to the next account at once, on record', async () => {
    const fail = { do: 'fail', as: 'quota', resetAfterMs: 3_600_000 }
    place = await makePlace({ workers: [[fail], usualWork] })
    await addTwoAccounts(place, secret)
    const built = await place.forge(['build', 'Open the shop', '--yes', '--allow-plan-commands'])
    expect([built.exitCode, built.error]).toEqual([0, expect.any(String)])
    expect(accountsAt('shop/implement', await eventsOf(place))).toEqual(['work', 'second'])
    expect(`${built.out}${built.error}`).toMatch(/account rehearsal\/work is exhausted for another 60 min/)
  })

  it('S1-65 I-32 how full an account is, told to one run, moves the next run of the host before its first attempt', async () => {
    const telling = [{ do: 'windows', windows: [{ window: '7d', percent: 95 }] }, ...usualWork]
    place = await makePlace({ worker: telling })
    await addTwoAccounts(place, secret)
    const firstOf = async (request: string): Promise<string | undefined> => {
      const built = await place?.forge(['build', request, '--yes', '--allow-plan-commands', '--json'])
      expect(built?.exitCode).toBe(0)
      const run = /"run":"([^"]+)"/.exec(built?.out ?? '')?.[1] ?? ''
      const told = await place?.forge(['events', run, '--json'])
      return (told?.out ?? '')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { event: Event }).event)
        .flatMap((event) => (event.type === 'attempt.intended' && 'account' in event.task ? [event] : []))
        .map(({ task, reason }) => `${'account' in task ? task.account : ''}: ${render(reason, 'en')}`)[0]
    }
    expect(await firstOf('Open the shop')).toBe('work: the first attempt')
    expect(await firstOf('Close the shop')).toBe(
      'second: account second pays instead: rehearsal/work has used 95 % of its 7d window',
    )
  })

  it('U-05 I-32 without another account a run is parked: told not to wait, it ends with the limit code and says how to go on', async () => {
    const fail = { do: 'fail', as: 'quota', resetAfterMs: 3_600_000 }
    place = await makePlace({ worker: [fail] })
    const config = join(place.root, '../home/.config/forge')
    mkdirSync(config, { recursive: true })
    writeFileSync(join(config, 'config.yaml'), 'parking:\n  maxHours: 0.5\n')
    const parked = await place.forge(['build', 'Open the shop', '--yes', '--allow-plan-commands'])
    expect(parked.exitCode).toBe(6)
    expect(parked.out).toMatch(/^Next: forge resume open-the-shop-/m)
    writeFileSync(join(config, 'config.yaml'), 'parking:\n  resume: false\n')
    const again = await place.forge(['resume'])
    expect([again.exitCode, again.out]).toEqual([6, expect.stringMatching(/^Next: forge resume open-the-shop-/m)])
    expect(`${parked.out}${parked.error}`).toMatch(
      /account rehearsal\/default is rate-limited for another (?:59|60) min, until [-0-9]+ [:0-9]+Z; run forge resume \S+ then \(this is longer than parking.maxHours, 0.5\)/,
    )
  })
})

describe('where keys are', () => {
  it('T-21 the keychain of the system has them where there is one, and is told them on its input', () =>
    inDirectory(async (root) => {
      const bin = join(root, 'bin')
      mkdirSync(bin)
      const tool = `#!/bin/sh\necho "$@" >> '${root}/argv'\ncase $1 in store) cat > "${root}/kept-$7";; lookup) cat "${root}/kept-$5";; clear) rm -f "${root}/kept-$5";; esac\n`
      writeFileSync(join(bin, 'secret-tool'), tool)
      chmodSync(join(bin, 'secret-tool'), 0o755)
      const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }
      const file = join(root, 'config/accounts.json')
      const store = createAccountStore(file, findKeychain(env))
      expect(must(await store.add('work', 'ANTHROPIC_API_KEY', secret))).toMatchObject({ kept: 'keychain' })
      expect(readFileSync(file, 'utf8')).not.toContain(secret)
      expect(readFileSync(join(root, 'argv'), 'utf8')).not.toContain(secret)
      expect(must(await store.secrets())).toEqual({ work: { ANTHROPIC_API_KEY: secret } })
      must(await store.remove('work'))
      expect(everythingUnder(root).filter((path) => readFileSync(path).includes(secret))).toEqual([])
    }))

  it('T-21 a keychain that refuses leaves the file; a file that is none is not told', () =>
    inDirectory(async (root) => {
      const file = join(root, 'accounts.json')
      const refusing = {
        store: () => Promise.resolve('refused' as const),
        lookup: () => Promise.resolve(undefined),
        clear: () => Promise.resolve(),
      }
      const store = createAccountStore(file, refusing)
      expect(must(await store.add('work', 'A_KEY', secret))).toMatchObject({ kept: 'file' })
      must(store.use('work'))
      expect(must(await usedAccounts(store))).toMatchObject({
        account: 'work',
        others: [],
        variables: { work: { A_KEY: secret } },
      })
      writeFileSync(file, `{"oops": "${secret}"`)
      const broken = store.list()
      expect(broken.ok).toBe(false)
      expect(JSON.stringify(broken)).not.toContain(secret)
    }))

  it('S1-66 the proxy uses the key of the account that the attempt has', async () => {
    const metering = createMetering({ env: {}, accounts: { second: { ANTHROPIC_API_KEY: secret } }, wall: () => 0 })
    const doors: (string | undefined)[] = []
    const agents = metering.metered({
      async start(task) {
        doors.push((await metering.endpointOf(task, 'anthropic'))?.key)
        return {
          ended: Promise.resolve({ end: 'failed', failure: { tag: 'empty' }, usage: noUsage }),
          lastSign: () => 0,
          interrupt: () => Promise.resolve(),
          kill: () => Promise.resolve(),
        }
      },
    })
    for (const account of ['default', 'second']) {
      const task = agentTaskOf({ account }, { key: `r/0/a/implement#${doors.length + 1}` })
      await (
        await agents.start(task, () => undefined)
      ).ended
    }
    expect(doors[0]).toBeUndefined()
    expect(doors[1]).toEqual(expect.any(String))
    expect(doors[1]).not.toContain(secret)
  })
})
