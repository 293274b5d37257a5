/** Copying the user's login to agents and back, on a real disk. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bringLoginsHome, lendLogin, type LentLogin } from './share-login.ts'
import { writeHome, type SharedPlace } from './shared-place.ts'
import type { TokenFile } from './token-file.ts'

const form: TokenFile = {
  file: '.agent/login.json',
  variable: 'AGENT_LOGIN',
  member: 'oauth',
  access: 'accessToken',
  refresh: 'refreshToken',
  expires: 'expiresAt',
  scopes: 'scopes',
}
const now = 1_000_000
let root = ''
let home = ''
let directory = ''

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'forge-logins-')))
  vi.stubEnv('HOME', join(root, 'home'))
  home = join(root, 'home', form.file)
  directory = join(root, 'state')
  mkdirSync(join(root, 'home/.agent'), { recursive: true })
  writeFileSync(home, tokens(0, { servers: 'mine' }), { mode: 0o600 })
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

function tokens(round: number, more: object = {}): string {
  const oauth = { accessToken: `A${round}`, refreshToken: `R${round}`, expiresAt: now + round * 1000 }
  return JSON.stringify({ oauth, ...more })
}

const lend = async (): Promise<LentLogin> => {
  const lent = await lendLogin(form, { directory, now: () => now })
  if (lent === undefined) throw new Error('nothing was lent')
  return lent
}
const lentFile = ({ folder }: LentLogin): string => join(folder, 'login.json')
const refreshOf = (file: string): unknown =>
  (JSON.parse(readFileSync(file, 'utf8')) as { oauth: { refreshToken: unknown } }).oauth.refreshToken

/** As programs do: a new file replaces the old one. */
function refresh(file: string, round: number): void {
  writeFileSync(`${file}.new`, tokens(round), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

describe('a login that is lent', () => {
  it('comes home while the agent works, for the owner alone, and the rest of the file stays', async () => {
    const lent = await lend()
    expect(readFileSync(lentFile(lent), 'utf8')).toBe(tokens(0))
    refresh(lentFile(lent), 1)
    await vi.waitFor(() => expect(refreshOf(home)).toBe('R1'), { timeout: 5000 })
    expect(readFileSync(home, 'utf8')).toBe(tokens(1, { servers: 'mine' }))
    expect(statSync(home).mode & 0o777).toBe(0o600)
    await lent.giveBack()
    expect(readdirSync(join(root, 'home/.agent'))).toEqual(['login.json'])
  })

  it('is one for all who use it at once, comes home at the end, and nothing of it stays with Forge', async () => {
    const [first, second] = await Promise.all([lend(), lend()])
    expect(second.folder).toBe(first.folder)
    refresh(lentFile(first), 1)
    await first.giveBack()
    expect([refreshOf(home), refreshOf(lentFile(second))]).toEqual(['R1', 'R1'])
    await second.giveBack()
    expect(existsSync(first.folder)).toBe(false)
  })

  it('gets what the user refreshed or logged in with meanwhile, and the older tokens of an agent never replace it', async () => {
    const lent = await lend()
    refresh(lentFile(lent), 1)
    refresh(home, 2)
    await vi.waitFor(() => expect(refreshOf(lentFile(lent))).toBe('R2'), { timeout: 5000 })
    await lent.giveBack()
    expect(refreshOf(home)).toBe('R2')
  })

  it('is gone when the user logs out', async () => {
    const lent = await lend()
    rmSync(home)
    await lent.giveBack()
    expect([existsSync(home), existsSync(lent.folder)]).toEqual([false, false])
    expect(await lendLogin(form, { directory, now: () => now })).toBe(undefined)
  })

  it('F-27 what a killed Forge did not bring home comes home when Forge starts again', async () => {
    const lent = await lend()
    await lent.giveBack()
    const [place = ''] = readdirSync(directory)
    const dead = join(directory, place)
    mkdirSync(join(dead, 'shared'))
    mkdirSync(join(dead, 'users'), { recursive: true })
    writeFileSync(join(dead, 'users/999999999-x'), '')
    mkdirSync(join(dead, 'lock'))
    vi.setSystemTime(Date.now() + 60_000)
    refresh(join(dead, 'shared/login.json'), 1)
    await bringLoginsHome([form], { directory, now: () => now })
    vi.useRealTimers()
    expect([refreshOf(home), existsSync(join(dead, 'shared'))]).toEqual(['R1', false])
  })

  it('stays where it is when it cannot be brought home', async () => {
    const lent = await lend()
    refresh(lentFile(lent), 1)
    rmSync(home)
    mkdirSync(home)
    await lent.giveBack()
    expect(refreshOf(lentFile(lent))).toBe('R1')
    rmSync(home, { recursive: true })
    writeFileSync(home, tokens(0))
    await bringLoginsHome([form], { directory, now: () => now })
    expect([refreshOf(home), existsSync(lent.folder)]).toEqual(['R1', false])
  })
})

it('a folder in which nobody can write costs no attempt: the file stays as it is', async () => {
  const place = { home: '/proc/version' } as SharedPlace
  expect(await writeHome(place, readFileSync(home, 'utf8'), tokens(1))).toBe('not')
})

describe('T-24 T-29 what an agent puts in the place of its login', () => {
  it('is neither followed nor believed, and gives way', async () => {
    writeFileSync(join(root, 'secret'), tokens(9))
    const before = readFileSync(home, 'utf8')
    const plants: readonly ((file: string) => void)[] = [
      (file) => symlinkSync(join(root, 'secret'), file),
      (file) => mkdirSync(join(file, 'deep'), { recursive: true }),
      (file) => writeFileSync(file, '{"oauth":{"accessToken":"A1\\n","refreshToken":"R1","expiresAt":2000000}}'),
      (file) => writeFileSync(file, tokens(1e12)),
      (file) => writeFileSync(file, tokens(1).padEnd(3_000_000)),
    ]
    for (const plant of plants) {
      const lent = await lend()
      rmSync(lentFile(lent))
      plant(lentFile(lent))
      await lent.giveBack()
      expect(readFileSync(home, 'utf8')).toBe(before)
    }
    expect(readFileSync(join(root, 'secret'), 'utf8')).toBe(tokens(9))
    const lent = await lend()
    expect(refreshOf(lentFile(lent))).toBe('R0')
    chmodSync(lentFile(lent), 0o600)
    await lent.giveBack()
  })
})
