/**
 * The user's own login of an agent, for attempts that no proxy stands before: linked into the private place, never copied. What
 * was linked is answered as a value, and that value alone decides what the walls let through: a link that somebody finds
 * in the place later may be an agent's.
 */
import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { placeLink } from '#adapters/files/unfollowed.ts'
import { hashText } from '#model/digest.ts'
import { largestFile, readText, writeHome } from './logins/index.ts'

/** The way out of a company's network, for programs that go out by themselves. */
export const networkVariables: readonly string[] = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'NO_PROXY',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
]

/** A file of the user's that the adapter linked into the private place of this launch. */
export interface LinkedFile {
  readonly link: string
  /** Where it really is. */
  readonly target: string
  /** Of what it held then. */
  readonly hash: string
  /** Where the folder of the link really is. */
  readonly folder: string
}

/** `files` are relative to the user's home. What is not there is not needed. */
export function linkLogin(files: readonly string[], kept: string): Promise<readonly LinkedFile[]> {
  return linkAll(files, (file) => join(kept, basename(file)))
}

/** The same at the places where a program looks for them, in a home of its own. */
export function linkAtHome(files: readonly string[], home: string): Promise<readonly LinkedFile[]> {
  return linkAll(files, (file) => join(home, file))
}

async function linkAll(files: readonly string[], linkOf: (file: string) => string): Promise<readonly LinkedFile[]> {
  const linked: LinkedFile[] = []
  for (const file of files) {
    const own = join(homedir(), file)
    if (!existsSync(own)) continue
    await placeLink(linkOf(file), own)
    const target = realpathSync(own)
    const link = linkOf(file)
    const hash = hashText((await readText(target)) ?? '')
    linked.push({ link, target, hash, folder: realpathSync(dirname(link)) })
  }
  return linked
}

/**
 * For a program that has ended: where it wrote a new login in the place of the link, that is the user's login now. Not while it
 * runs: it could lead Forge elsewhere by a folder that turns into a link. A file of the user's that changed meanwhile stays.
 */
export async function bringLinkedHome(linked: readonly LinkedFile[]): Promise<void> {
  for (const { link, target, hash, folder } of linked) {
    if (realFolder(link) !== folder) continue
    const [written, own] = [await readText(link), await readText(target)]
    // Empty: a link that still stands there, or nothing that could be a login.
    if (written === undefined || written === '' || own === undefined || written === own) continue
    if (hashText(own) === hash && written.length <= largestFile) await writeHome({ home: target }, own, written)
  }
}

function realFolder(path: string): string | undefined {
  try {
    return realpathSync(dirname(path))
  } catch {
    return undefined
  }
}
