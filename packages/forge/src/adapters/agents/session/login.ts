/**
 * The user's own login of an agent, for attempts without the proxy: linked into the private place, never copied. The
 * function returns what it linked, and only that value decides what the sandbox shows: an agent may have made a link
 * that is found in the place later.
 */
import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { placeLink } from '#adapters/files/unfollowed.ts'
import { hashText } from '#model/digest.ts'
import { largestFile, readText, writeHome } from './logins/index.ts'

/** Proxy settings of a company's network, for programs that connect to the internet themselves. */
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

/** A file of the user that the adapter linked into the private place of this launch. */
export interface LinkedFile {
  readonly link: string
  /** Its real path. */
  readonly target: string
  /** The hash of its content at that time. */
  readonly hash: string
  /** The real path of the link's folder. */
  readonly folder: string
}

/** `files` are relative to the user's home. Missing files are skipped. */
export function linkLogin(files: readonly string[], kept: string): Promise<readonly LinkedFile[]> {
  return linkAll(files, (file) => join(kept, basename(file)))
}

/** The same, in a private home at the paths where the program looks for them. */
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
 * Called after the program ended: if it replaced the link by a new login file, that becomes the user's login. Not while
 * it runs: it could replace a folder by a link and lead Forge elsewhere. A file of the user that changed meanwhile
 * stays.
 */
export async function bringLinkedHome(linked: readonly LinkedFile[]): Promise<void> {
  for (const { link, target, hash, folder } of linked) {
    if (realFolder(link) !== folder) continue
    const [written, own] = [await readText(link), await readText(target)]
    // Empty: the link is still there, or the file cannot be a login.
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
