/** Accounts as the surfaces see them, and as a run uses them. */
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createAccountStore, findKeychain, type AccountStore, type ListedAccount } from '#adapters/accounts/index.ts'
import { readBytes } from '#adapters/files/plain.ts'
import { providers } from '#adapters/meter/index.ts'
import { raw, say, type Said } from '#messages/said.ts'
import { Slug } from '#model/ids.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Place } from '#forge/place/place.ts'
import { userConfigFile, type Environment } from '#forge/place/places.ts'
import { refusal, usageRefusal, type Refusal } from '#forge/refusal.ts'

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

export function accountsOf({ surroundings, decider }: Pick<Place, 'surroundings' | 'decider'>): Accounts {
  const { env, home } = surroundings
  const store = (): AccountStore => accountStoreOf(env, home)
  const told = <T>(result: Result<T, Said>): Result<T, Refusal> =>
    result.ok ? result : failed(refusal('account', result.failure, raw('forge accounts list')))
  return {
    list: async () => told(store().list()),
    async add({ name, variable, from }) {
      const by = await decider()
      if (!by.ok) return by
      if (!Slug.safeParse(name).success || name === 'default')
        return failed(usageRefusal('account-name', say('account.invalidName', { name }), say('account.nameForm')))
      if (!/^[A-Z][A-Z0-9_]{0,99}$/.test(variable))
        return failed(usageRefusal('variable', say('key.invalidVariableName', { variable }), say('key.suchAsVariable')))
      const key = await readKey(from, env)
      return key.ok ? told(await store().add(name, variable, key.value)) : key
    },
    async use(name) {
      const by = await decider()
      return by.ok ? told(store().use(name)) : by
    },
    async remove(name) {
      const by = await decider()
      return by.ok ? told(await store().remove(name)) : by
    },
  }
}

/** A key or another secret, from where nobody else sees it. */
export async function readKey(from: KeySource, env: Environment): Promise<Result<string, Refusal>> {
  if ('variable' in from) {
    const value = env[from.variable]?.trim()
    return value === undefined || value === ''
      ? failed(
          usageRefusal('no-key', say('key.variableNotSet', { variable: from.variable }), say('key.setOrUseFromFile')),
        )
      : success(value)
  }
  try {
    const value = (await textIn(from.file)).trim()
    return value === '' ? failed(usageRefusal('no-key', say('key.fileIsEmpty', { file: from.file }))) : success(value)
  } catch {
    return failed(usageRefusal('no-key', say('key.fileCannotBeRead', { file: from.file }), say('key.pipeFromStdin')))
  }
}

/** What is piped in may come through a socket, which has no file that could be opened. */
async function textIn(file: string): Promise<string> {
  return file === '/dev/stdin' ? text(process.stdin) : readBytes(file).toString('utf8')
}

export interface UsedAccounts {
  readonly account: string
  /** Those that a run moves on to when the first has nothing left. */
  readonly others: readonly string[]
  /** Those of an agent's provider, in the order in which a run moves through them. */
  of(this: void, provider: string): readonly string[]
  /** Their variables, by account. */
  readonly variables: Readonly<Record<string, Environment>>
}

/** Names of variables that hold keys, by whose they are. */
const keysOf: Readonly<Record<string, readonly string[]>> = {
  anthropic: [...providers.anthropic.keys.map(({ name }) => name), 'CLAUDE_CODE_OAUTH_TOKEN'],
  openai: providers.openai.keys.map(({ name }) => name),
  google: providers.gemini.keys.map(({ name }) => name),
}

/** Undefined: nobody knows whose keys that provider takes. */
export function keyNamesOf(provider: string): readonly string[] | undefined {
  return Object.hasOwn(keysOf, provider) ? keysOf[provider] : undefined
}

/** Undefined: nobody knows, so it may be anybody's. */
function ownerOf(variable: string): string | undefined {
  return Object.keys(keysOf).find((provider) => keysOf[provider]?.includes(variable))
}

/** What a run begins with, and what it moves on to. `wanted`: the account that is to be the first. */
export async function usedAccounts(store: AccountStore, wanted?: string): Promise<Result<UsedAccounts, Refusal>> {
  const [accounts, secrets] = [store.list(), await store.secrets()]
  if (!accounts.ok) return failed(refusal('account', accounts.failure, raw('forge accounts list')))
  if (!secrets.ok) return failed(refusal('account', secrets.failure, raw('forge accounts list')))
  const names = accounts.value.filter(({ name }) => Object.keys(secrets.value[name] ?? {}).length > 0)
  const account = wanted ?? names.find(({ used }) => used)?.name ?? 'default'
  if (account !== 'default' && !names.some(({ name }) => name === account))
    return failed(usageRefusal('no-account', say('account.noneWithKey', { name: account }), raw('forge accounts list')))
  const others = names.map(({ name }) => name).filter((name) => name !== account)
  const of = (provider: string): readonly string[] => {
    // Whose keys an agent takes that nobody knows, nobody knows: any may be meant for it.
    const fits = (owner: string | undefined): boolean =>
      owner === provider || owner === undefined || keyNamesOf(provider) === undefined
    const fitting = names.filter(({ variable }) => fits(ownerOf(variable)))
    const inOrder = fitting
      .map(({ name }) => name)
      .toSorted((one, other) => Number(other === account) - Number(one === account))
    // An account of somebody else's does not pay here: then it is whatever the environment has, as without any.
    return fitting.some(({ name }) => name === account) ? inOrder : ['default', ...inOrder]
  }
  return success({ account, others, of, variables: secrets.value })
}
