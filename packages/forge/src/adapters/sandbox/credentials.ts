/** Names of credential files and folders: hidden inside every visible folder. */
import { readdirSync, type Dirent } from 'node:fs'
import { basename, join } from 'node:path'
import type { Mount } from '#adapters/exec/index.ts'

const files: readonly RegExp[] = [
  /^\.?credentials(?:\.(?:json|toml|ya?ml|ini|db|xml|txt|enc))?$/iu,
  /^\.?(?:auth|oauth_creds|access_tokens?|tokens?|secrets?|service[-_]account)\.(?:json|toml|ya?ml)$/iu,
  /^\.?(?:npmrc|netrc|pypirc|pgpass|my\.cnf|boto|s3cfg|vault-token|git-credentials|htpasswd)$/u,
  /^_netrc$/u,
  /^\.yarnrc(?:\.yml)?$/u,
  /^\.env(?:\..+)?$/u,
  /_history$/u,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/u,
  /\.(?:key|p12|pfx|jks|keystore|kdbx|ppk)$/iu,
]

/** Files that are recognisable only together with their folder. */
const filesOf: Readonly<Record<string, readonly string[]>> = {
  '.docker': ['config.json'],
  '.fly': ['config.yml'],
  atuin: ['key', 'session'],
  gh: ['hosts.yml'],
  '.kube': ['config'],
}

const folders: ReadonlySet<string> = new Set([
  '.aws',
  '.azure',
  '.gnupg',
  '.kube',
  '.oci',
  '.password-store',
  '.ssh',
  'gcloud',
  'keyrings',
  'keystores',
  'kwalletd',
  'x509stores',
])

/** Dependencies are installed by the thousand, and hold no logins. */
const skipped: ReadonlySet<string> = new Set(['node_modules', '.git', 'site-packages'])
/** How deep below a visible folder credentials are searched, and in how many entries. */
const deepest = 3
const mostEntries = 20_000

export function isCredential(folder: string, name: string): boolean {
  return (
    folders.has(name) || files.some((form) => form.test(name)) || filesOf[basename(folder)]?.includes(name) === true
  )
}

/** The mounts that hide credentials below a folder. */
export function maskedBelow(folder: string): readonly Mount[] {
  const masks: Mount[] = []
  let left = mostEntries
  const walk = (place: string, depth: number): void => {
    for (const entry of entriesOf(place)) {
      left -= 1
      if (left < 0) return
      const path = join(place, entry.name)
      // A link leads to a hidden place, or to one that is searched itself.
      if (entry.isSymbolicLink()) continue
      if (isCredential(place, entry.name)) masks.push({ mount: entry.isDirectory() ? 'empty' : 'blank', path })
      else if (entry.isDirectory() && depth < deepest && !skipped.has(entry.name)) walk(path, depth + 1)
    }
  }
  walk(folder, 1)
  return masks
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
