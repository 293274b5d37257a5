/**
 * Lends the user's login to agents whose programs write refreshed tokens as a new file, and copies refreshed tokens
 * back.
 *
 * 1. Forge compares both sides when an attempt starts, twice a second while it runs, when it ends, and when a Forge
 *    process starts again: if Forge dies, the newer tokens are on disk and are copied back then.
 * 2. When no attempt uses it any more, Forge deletes its copy, unless the tokens could not be copied back.
 */
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { placeFile } from '#adapters/files/unfollowed.ts'
import { decideLogin, type LoginStep } from './decide.ts'
import {
  addUser,
  isUsed,
  locked,
  readText,
  sharedPlaceOf,
  writeHome,
  writeLent,
  type SharedPlace,
} from './shared-place.ts'
import { readLogin, renewed, type Login, type TokenFile } from './token-file.ts'

export interface LentLogin {
  /** The folder in which the agent reads and writes the login. */
  readonly folder: string
  /** The attempt is over: refreshed tokens are copied back when this resolves. */
  giveBack(): Promise<void>
}

export interface Lending {
  /** Holds all lent logins. */
  readonly directory: string
  readonly now: () => number
}

/** How often Forge compares both sides; it reads only their times unless they changed. */
const lookEveryMs = 500

/** Undefined: the user has no such login. */
export async function lendLogin(form: TokenFile, { directory, now }: Lending): Promise<LentLogin | undefined> {
  const place = sharedPlaceOf(form, directory)
  if (!(await isThere(place.home))) return undefined
  const user = await locked(place, async () => {
    const added = await addUser(place)
    await mkdir(place.folder, { recursive: true, mode: 0o700 })
    const { home, lent } = await settle(place, now())
    // Only an agent reported that the tokens are spent: a valid login of the user is tried once per attempt.
    if (home.is === 'valid' && lent.is !== 'valid') await lend(place, home)
    return added
  })
  const watch = watchBoth(place, now)
  return {
    folder: place.folder,
    async giveBack() {
      await watch.end()
      await rm(user, { force: true })
      // A login that cannot be compared now is compared when Forge starts again; the attempt's end is unaffected.
      await locked(place, () => letGo(place, now())).catch(() => undefined)
    },
  }
}

/** For a process that starts: copies back what a killed one could not. */
export async function bringLoginsHome(forms: readonly TokenFile[], { directory, now }: Lending): Promise<void> {
  for (const form of forms) {
    const place = sharedPlaceOf(form, directory)
    // An error must not prevent the start.
    if (await isThere(place.root)) await locked(place, () => letGo(place, now())).catch(() => undefined)
  }
}

/** Compares once more, and deletes the copy if no attempt uses it. */
async function letGo(place: SharedPlace, now: number): Promise<void> {
  await settle(place, now)
  const { home, lent } = await settle(place, now)
  if (await isUsed(place)) return
  const isAtHome = lent.is !== 'valid' || (home.is === 'valid' && home.hash === lent.hash)
  if (!isAtHome) return
  await rm(place.folder, { recursive: true, force: true })
  await rm(agreedOf(place), { force: true })
}

interface Seen {
  readonly home: Login
  readonly lent: Login
  readonly homeText: string | undefined
  readonly step: LoginStep
}

async function look(place: SharedPlace, now: number): Promise<Seen> {
  const { form } = place
  const homeText = await readText(place.home)
  const home = readLogin(form, homeText)
  const lent = readLogin(form, await readText(place.lent))
  const agreed = await readText(agreedOf(place))
  return { home, lent, homeText, step: decideLogin({ home, lent, agreed, now }) }
}

/** Returns the state of both sides afterwards. */
async function settle(place: SharedPlace, now: number): Promise<Seen> {
  const seen = await look(place, now)
  const { home, lent, homeText, step } = seen
  if (step === 'none' && home.is === 'valid' && lent.is === 'valid') await placeFile(agreedOf(place), home.hash)
  if (step === 'lend') await lend(place, home)
  if (step === 'withdraw') await rm(place.lent, { recursive: true, force: true })
  if (step === 'bring home' && lent.is === 'valid' && homeText !== undefined) {
    const text = renewed(place.form, homeText, lent.tokens)
    const written = text === undefined ? 'written' : await writeHome(place, homeText, text)
    // If the user's file was not written, the next comparison tries again; the agents' tokens are kept until then.
    if (written === 'written') await placeFile(agreedOf(place), lent.hash)
  }
  return step === 'none' ? seen : look(place, now)
}

async function lend(place: SharedPlace, home: Login): Promise<void> {
  if (home.is !== 'valid') return
  await writeLent(place, JSON.stringify(home.lent))
  await placeFile(agreedOf(place), home.hash)
}

function agreedOf({ root }: SharedPlace): string {
  return join(root, 'agreed')
}

function watchBoth(place: SharedPlace, now: () => number): { end(): Promise<void> } {
  let seen = ''
  let looking: Promise<void> | undefined
  const lookAgain = async (): Promise<void> => {
    const times = (await Promise.all([place.home, place.lent].map(timesOf))).join(' ')
    if (times === seen) return
    await locked(place, () => settle(place, now()))
    seen = times
  }
  const timer = setInterval(() => {
    // A comparison that fails (no space, no rights) is repeated; nothing is lost meanwhile.
    looking ??= lookAgain()
      .catch(() => undefined)
      .finally(() => (looking = undefined))
  }, lookEveryMs)
  timer.unref()
  return {
    async end() {
      clearInterval(timer)
      await looking
    },
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await timesOf(path)) !== '-'
}

async function timesOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  return found === undefined ? '-' : `${found.ino}.${found.mtimeMs}.${found.size}`
}
