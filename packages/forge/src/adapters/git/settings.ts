/**
 * The user's effective configuration, read once and as data: the identity, ignore rules, and settings for lines and
 * modes. No call of Forge uses it, except the values named below.
 */
import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fieldsOf, textOf } from './bytes.ts'
import { bareEnvironment } from './flags.ts'
import type { RunProgram } from './run.ts'

export interface Identity {
  readonly name: string
  readonly email: string
}

/** Settings that decide which bytes a file has in a tree and in an object. */
export interface TreeSettings {
  readonly autocrlf: 'true' | 'false' | 'input'
  readonly eol: 'lf' | 'crlf' | 'native'
  readonly fileMode: 'true' | 'false'
  readonly symlinks: 'true' | 'false'
  readonly ignoreCase: 'true' | 'false'
}

export interface UserSettings {
  readonly identity: Identity | undefined
  readonly tree: TreeSettings
  /** Content of the user's own ignore file, and of the repository's `info/exclude`. */
  readonly excludes: string
  readonly infoExclude: string
  /** The sparse checkout of the user; undefined: everything is checked out. */
  readonly sparse: Sparse | undefined
  /** The directory of the repository's hooks: read here, run only where the user allowed it. */
  readonly hooksAt: string
  /** The user signs commits; Forge does not, and reports that. */
  readonly isSigning: boolean
}

export interface Sparse {
  readonly patterns: string
  readonly cone: 'true' | 'false'
}

/** Variables by which git finds the user's configuration. */
const configVariables = ['HOME', 'XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM']

/** The environment of the two calls that use the user's configuration: to find the repository, and to read it. */
export function userEnvironment(): Record<string, string> {
  const own = configVariables.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...bareEnvironment(), ...Object.fromEntries(own) }
}

export type ConfigValues = ReadonlyMap<string, string>

/** Every key with its last value; keys are lower case except for their middle part. */
export async function readConfig(run: RunProgram, gitDir: string): Promise<ConfigValues> {
  const answer = await run({
    argv: ['git', '--no-pager', `--git-dir=${gitDir}`, 'config', '--list', '-z', '--includes'],
    cwd: gitDir,
    env: userEnvironment(),
    maxBytes: 16 * 1024 * 1024,
    timeoutMs: 60_000,
  })
  const values = new Map<string, string>()
  if (answer.code !== 0) return values
  for (const field of fieldsOf(answer.stdout)) {
    const text = textOf(field)
    const end = text.indexOf('\n')
    if (end === -1) values.set(text, 'true')
    else values.set(text.slice(0, end), text.slice(end + 1))
  }
  return values
}

export async function settingsFrom(
  config: ConfigValues,
  { gitDir, commonDir, top }: { gitDir: string; commonDir: string; top: string },
): Promise<UserSettings> {
  const name = config.get('author.name') ?? config.get('user.name') ?? ''
  const email = config.get('author.email') ?? config.get('user.email') ?? ''
  return {
    identity: cleanIdentity(name, email),
    tree: {
      autocrlf: config.get('core.autocrlf') === 'input' ? 'input' : flag(config, 'core.autocrlf', 'false'),
      eol: oneOf(config.get('core.eol'), ['lf', 'crlf', 'native'] as const) ?? 'native',
      fileMode: flag(config, 'core.filemode', 'true'),
      symlinks: flag(config, 'core.symlinks', 'true'),
      ignoreCase: flag(config, 'core.ignorecase', 'false'),
    },
    excludes: await readText(excludesPath(config)),
    infoExclude: await readText(join(commonDir, 'info', 'exclude')),
    sparse: await readSparse(config, gitDir),
    hooksAt: hooksPath(config, { commonDir, top }),
    isSigning: flag(config, 'commit.gpgsign', 'false') === 'true',
  }
}

async function readSparse(config: ConfigValues, gitDir: string): Promise<Sparse | undefined> {
  if (flag(config, 'core.sparsecheckout', 'false') === 'false') return undefined
  const patterns = await readText(join(gitDir, 'info', 'sparse-checkout'))
  return patterns === '' ? undefined : { patterns, cone: flag(config, 'core.sparsecheckoutcone', 'true') }
}

/** Settings of a call that fills or reads a tree of Forge: the same sparse checkout as the user's. */
export function sparseFlags({ sparse }: UserSettings): string[] {
  return [
    'index.sparse=false',
    `core.sparseCheckout=${sparse === undefined ? 'false' : 'true'}`,
    `core.sparseCheckoutCone=${sparse?.cone ?? 'false'}`,
  ]
}

/** Settings of a call that reads or writes files of a tree. */
export function treeFlags(settings: TreeSettings): string[] {
  return [
    `core.autocrlf=${settings.autocrlf}`,
    `core.eol=${settings.eol}`,
    `core.fileMode=${settings.fileMode}`,
    `core.symlinks=${settings.symlinks}`,
    `core.ignoreCase=${settings.ignoreCase}`,
  ]
}

/** An identity that fits one line safely; undefined when the user has none. */
function cleanIdentity(name: string, email: string): Identity | undefined {
  const clean = (text: string): string => text.replaceAll(/[\p{Cc}<>]/gu, '').trim()
  return clean(name) === '' || clean(email) === '' ? undefined : { name: clean(name), email: clean(email) }
}

/** Git's spellings of a boolean. */
export function flag(config: ConfigValues, key: string, otherwise: 'true' | 'false'): 'true' | 'false' {
  const value = config.get(key)?.toLowerCase()
  if (value === undefined) return otherwise
  if (['true', 'yes', 'on', '1'].includes(value)) return 'true'
  return ['false', 'no', 'off', '0', ''].includes(value) ? 'false' : otherwise
}

function oneOf<const T extends string>(value: string | undefined, known: readonly T[]): T | undefined {
  return known.find((one) => one === value)
}

/** Resolved as git does: relative to the checkout, in the user's home, or next to the objects. */
function hooksPath(config: ConfigValues, { commonDir, top }: { commonDir: string; top: string }): string {
  const named = config.get('core.hookspath') ?? ''
  if (named === '') return join(commonDir, 'hooks')
  return named.startsWith('~/') ? join(process.env['HOME'] ?? homedir(), named.slice(2)) : resolve(top, named)
}

function excludesPath(config: ConfigValues): string {
  const home = process.env['HOME'] ?? homedir()
  const named = config.get('core.excludesfile')
  if (named === undefined) return join(process.env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'git', 'ignore')
  return named.startsWith('~/') ? join(home, named.slice(2)) : named
}

async function readText(path: string): Promise<string> {
  try {
    const found = await stat(path)
    return found.isFile() && found.size <= 1024 * 1024 ? await readFile(path, 'utf8') : ''
  } catch {
    return ''
  }
}
