/** Accounts as the surfaces see them, and as a run uses them. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createAccountStore, findKeychain, type AccountStore, type ListedAccount } from '#adapters/accounts/index.ts'
import { Slug } from '#model/ids.ts'
import { failed, success, type Result } from '#model/result.ts'
import { userConfigFile, type Environment } from './places.ts'
import { refusal, usageRefusal, type Refusal } from './refusal.ts'

export type { ListedAccount }

/** Where a key comes from: never from the command line itself, which others on the machine can read. */
export type KeySource = { readonly variable: string } | { readonly file: string }

export interface AddAccount {
  readonly name: string
  readonly variable: string
  readonly from: KeySource
}

export interface Accounts {
  list(): Promise<Result<readonly ListedAccount[], Refusal>>
  add(request: AddAccount): Promise<Result<ListedAccount, Refusal>>
  use(name: string): Promise<Result<undefined, Refusal>>
  remove(name: string): Promise<Result<undefined, Refusal>>
}

export function accountStoreOf(env: Environment, home: string): AccountStore {
  return createAccountStore(join(dirname(userConfigFile(env, home)), 'accounts.json'), findKeychain(env))
}

export function accountsOf(env: Environment, home: string): Accounts {
  const store = (): AccountStore => accountStoreOf(env, home)
  const told = <T>(result: Result<T, string>): Result<T, Refusal> =>
    result.ok ? result : failed(refusal('account', result.failure, 'forge accounts list'))
  return {
    list: () => Promise.resolve(told(store().list())),
    async add({ name, variable, from }) {
      if (!Slug.safeParse(name).success || name === 'default')
        return failed(
          usageRefusal('account-name', `'${name}' is no name for an account`, 'small letters, digits and -'),
        )
      if (!/^[A-Z][A-Z0-9_]{0,99}$/.test(variable))
        return failed(usageRefusal('variable', `'${variable}' is no name of a variable`, 'such as ANTHROPIC_API_KEY'))
      const key = readKey(from, env)
      return key.ok ? told(await store().add(name, variable, key.value)) : key
    },
    use: (name) => Promise.resolve(told(store().use(name))),
    remove: async (name) => told(await store().remove(name)),
  }
}

function readKey(from: KeySource, env: Environment): Result<string, Refusal> {
  if ('variable' in from) {
    const value = env[from.variable]?.trim()
    return value === undefined || value === ''
      ? failed(usageRefusal('no-key', `the variable ${from.variable} is not set`, 'set it, or use --from-file'))
      : success(value)
  }
  try {
    const value = readFileSync(from.file, 'utf8').trim()
    return value === '' ? failed(usageRefusal('no-key', `${from.file} is empty`)) : success(value)
  } catch {
    return failed(usageRefusal('no-key', `${from.file} cannot be read`, 'pipe the key in with --from-file /dev/stdin'))
  }
}

export interface UsedAccounts {
  readonly account: string
  /** Those that a run moves on to when the first has nothing left. */
  readonly others: readonly string[]
  /** Their variables, by account. */
  readonly variables: Readonly<Record<string, Environment>>
}

/** What a run begins with, and what it moves on to. */
export async function usedAccounts(store: AccountStore): Promise<Result<UsedAccounts, Refusal>> {
  const [accounts, secrets] = [store.list(), await store.secrets()]
  if (!accounts.ok) return failed(refusal('account', accounts.failure, 'forge accounts list'))
  if (!secrets.ok) return failed(refusal('account', secrets.failure, 'forge accounts list'))
  const names = accounts.value.filter(({ name }) => Object.keys(secrets.value[name] ?? {}).length > 0)
  const account = names.find(({ used }) => used)?.name ?? 'default'
  const others = names.map(({ name }) => name).filter((name) => name !== account)
  return success({ account, others, variables: secrets.value })
}
