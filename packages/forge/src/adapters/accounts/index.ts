/**
 * Accounts of providers: a name, the variable of its key, and the key itself, in the system's keychain if there is one,
 * otherwise in the same file.
 *
 * 1. Only the owner may read the file, and it is replaced atomically.
 * 2. A key is never an argument of a program; the keychain gets it on its input.
 * 3. The list of accounts contains no key.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { say, type Said } from '#messages/said.ts'
import { Slug } from '#model/ids.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Keychain } from './keychain.ts'

export { findKeychain, type Keychain } from './keychain.ts'

const Account = z.strictObject({
  name: Slug,
  variable: z.string().regex(/^[A-Z][A-Z0-9_]{0,99}$/),
  /** Absent: the keychain has it. */
  secret: z.string().min(1).max(10_000).optional(),
})

const Accounts = z.strictObject({
  version: z.literal(1),
  /** The account that runs start with; absent: the environment of the user who starts them. */
  used: Slug.optional(),
  accounts: z.array(Account).max(20),
})
type Accounts = z.output<typeof Accounts>

export interface ListedAccount {
  readonly name: string
  readonly variable: string
  readonly kept: 'file' | 'keychain'
  readonly used: boolean
}

export interface AccountStore {
  list(): Result<readonly ListedAccount[], Said>
  /** An existing name gets a new key. */
  add(name: string, variable: string, secret: string): Promise<Result<ListedAccount, Said>>
  /** `default` is the environment of the user who starts a run. */
  use(name: string): Result<undefined, Said>
  remove(name: string): Promise<Result<undefined, Said>>
  /** Variables by account; none for an account whose key the keychain does not return. */
  secrets(): Promise<Result<Readonly<Record<string, Readonly<Record<string, string>>>>, Said>>
}

export function createAccountStore(file: string, keychain: Keychain | undefined): AccountStore {
  const read = (): Result<Accounts, Said> => readAccounts(file)
  const change = (make: (accounts: Accounts) => Result<Accounts, Said>): Result<undefined, Said> => {
    const known = read()
    if (!known.ok) return known
    const made = make(known.value)
    if (!made.ok) return made
    writeAccounts(file, made.value)
    return success(undefined)
  }
  return {
    list() {
      const known = read()
      return known.ok ? success(known.value.accounts.map((account) => listed(account, known.value))) : known
    },
    async add(name, variable, secret) {
      const isKept = (await keychain?.store(name, secret)) === 'stored'
      const account = { name, variable, ...(isKept ? {} : { secret }) }
      const changed = change((known) =>
        success({ ...known, accounts: [...known.accounts.filter((other) => other.name !== name), account] }),
      )
      return changed.ok ? success({ name, variable, kept: isKept ? 'keychain' : 'file', used: false }) : changed
    },
    use: (name) =>
      change((known) => {
        if (name === 'default') return success({ version: known.version, accounts: known.accounts })
        const isThere = known.accounts.some((account) => account.name === name)
        return isThere ? success({ ...known, used: name }) : failed(say('account.notFound', { name }))
      }),
    async remove(name) {
      await keychain?.clear(name)
      return change(({ used, ...known }) => {
        const left = known.accounts.filter((account) => account.name !== name)
        if (left.length === known.accounts.length) return failed(say('account.notFound', { name }))
        return success({ ...known, accounts: left, ...(used === undefined || used === name ? {} : { used }) })
      })
    },
    async secrets() {
      const known = read()
      if (!known.ok) return known
      const found: Record<string, Readonly<Record<string, string>>> = {}
      for (const { name, variable, secret } of known.value.accounts) {
        const value = secret ?? (await keychain?.lookup(name))
        found[name] = value === undefined ? {} : { [variable]: value }
      }
      return success(found)
    },
  }
}

function listed({ name, variable, secret }: z.output<typeof Account>, { used }: Accounts): ListedAccount {
  return { name, variable, kept: secret === undefined ? 'keychain' : 'file', used: used === name }
}

function readAccounts(file: string): Result<Accounts, Said> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return success({ version: 1, accounts: [] })
    return failed(say('path.fileCannotBeRead', { file, code: (error as NodeJS.ErrnoException).code ?? 'unknown' }))
  }
  try {
    return success(Accounts.parse(JSON.parse(text)))
  } catch {
    // The parse error may contain a key, so it is not shown.
    return failed(say('account.notFileOfAccounts', { file }))
  }
}

function writeAccounts(file: string, accounts: Accounts): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const making = `${file}.${randomUUID()}`
  writeFileSync(making, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  chmodSync(making, 0o600)
  renameSync(making, file)
}
