/** Accounts for surfaces and for runs. */
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

/** Where a key comes from: never the command line itself, which others on the machine can read. */
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

/** A key or another secret, from a source that no other user sees. */
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

/** Piped input may come through a socket, which has no file to open. */
async function textIn(file: string): Promise<string> {
  return file === '/dev/stdin' ? text(process.stdin) : readBytes(file).toString('utf8')
}

export interface UsedAccounts {
  readonly account: string
  /** The accounts that a run switches to when the first has nothing left. */
  readonly others: readonly string[]
  /** The accounts of an agent's provider, in the order in which a run uses them. */
  of(this: void, provider: string): readonly string[]
  /** Their variables, by account. */
  readonly variables: Readonly<Record<string, Environment>>
}

/** Names of variables that hold keys, by provider. */
const keysOf: Readonly<Record<string, readonly string[]>> = {
  anthropic: [...providers.anthropic.keys.map(({ name }) => name), 'CLAUDE_CODE_OAUTH_TOKEN'],
  openai: providers.openai.keys.map(({ name }) => name),
  google: providers.gemini.keys.map(({ name }) => name),
}

/** Undefined: it is unknown which provider's keys that agent takes. */
export function keyNamesOf(provider: string): readonly string[] | undefined {
  return Object.hasOwn(keysOf, provider) ? keysOf[provider] : undefined
}

/** Undefined: unknown, so it may belong to any provider. */
function ownerOf(variable: string): string | undefined {
  return Object.keys(keysOf).find((provider) => keysOf[provider]?.includes(variable))
}

/** The first account of a run, and those it switches to. `wanted`: the account that is to be the first. */
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
    // For an agent whose keys are unknown, any account may be meant.
    const fits = (owner: string | undefined): boolean =>
      owner === provider || owner === undefined || keyNamesOf(provider) === undefined
    const fitting = names.filter(({ variable }) => fits(ownerOf(variable)))
    const inOrder = fitting
      .map(({ name }) => name)
      .toSorted((one, other) => Number(other === account) - Number(one === account))
    // An account of another provider does not pay here: the environment does, as without any account.
    return fitting.some(({ name }) => name === account) ? inOrder : ['default', ...inOrder]
  }
  return success({ account, others, of, variables: secrets.value })
}
