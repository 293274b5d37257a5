/** Every secret that Forge was given, so that it is redacted before anything is written (T-21). */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createRedactor, secretsIn, type Redactor } from '#adapters/exec/index.ts'
import { textOf } from '#adapters/files/plain.ts'
import type { AgentSettings } from '#config/agent-settings.ts'
import type { Settings } from '#config/schema.ts'
import type { SetupPass } from '#config/setup-settings.ts'
import { accountStoreOf, usedAccounts } from './accounts.ts'
import type { Environment } from '#forge/place/places.ts'
import { defined } from '#model/defined.ts'

export interface SecretSources {
  readonly env?: Environment
  /** Variables of accounts, by name. */
  readonly accounts?: Readonly<Record<string, Environment>>
  /** The configuration of agents: their servers have secrets of their own. */
  readonly told?: AgentSettings
  /** Variables and files that the configuration passes to setup. */
  readonly setupPass?: Pick<SetupPass, 'variables' | 'files'>
  /** Of the user; default: the one of this process. */
  readonly home?: string
}

export function redactorOf({ env = {}, accounts = {}, told, setupPass, home = homedir() }: SecretSources): Redactor {
  const kept = Object.values(accounts).flatMap((variables) => Object.values(variables))
  const programs = Object.values(told?.programs ?? {})
  const passed = programs.flatMap(({ pass }) => pass.flatMap((name) => env[name] ?? []))
  const logins = programs.flatMap(({ login }) =>
    login.flatMap((path) => secretsOfLogin((textOf(join(home, path)) ?? '').slice(0, 1_000_000))),
  )
  const ofSetup = (setupPass?.variables ?? []).flatMap((name) => env[name] ?? [])
  const filesOfSetup = (setupPass?.files ?? []).flatMap((path) =>
    secretsOfFile((textOf(join(home, path)) ?? '').slice(0, 1_000_000)),
  )
  const servers = Object.values(told?.mcpServers ?? {}).flatMap((server) => secretsIn(server.env))
  return createRedactor([
    ...secretsIn(env),
    ...kept.filter((value) => value !== undefined),
    ...servers,
    ...passed,
    ...logins,
    ...ofSetup,
    ...filesOfSetup,
  ])
}

/** Values in a login file whose names mark them as secret, in any of the usual formats. */
export function secretsOfLogin(text: string): readonly string[] {
  const named = /["']?([\w-]+)["']?[ \t]*[:=][ \t]*["']?([^\s"',}]{8,8192})/g
  return [...text.matchAll(named)].flatMap(([, name = '', value = '']) => secretsIn({ [name]: value }))
}

/** The same in the formats of registries and package managers besides: netrc, XML, and addresses with a password. */
export function secretsOfFile(text: string): readonly string[] {
  const forms = [
    /\b(?:password|passwd)[ \t\r\n]+(\S{4,1000})/gi,
    /<(?:password|passphrase|privateKey|token)>([^<]{4,8192})</gi,
    /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]*:([^\s/@]{3,1000})@/gi,
  ]
  const found = forms.flatMap((form) => [...text.matchAll(form)].map(([, value = '']) => value.trim()))
  // A reference to a variable is no secret: its value is known by the variable's name.
  return [...secretsOfLogin(text), ...found].filter((value) => !value.startsWith('$'))
}

/** For texts of people. Accounts that cannot be read now do not change that; the code that needs them reports it. */
export async function redactorFor(
  { env, home }: { readonly env: Environment; readonly home: string },
  { agents: told, setupPass }: Partial<Pick<Settings, 'agents' | 'setupPass'>>,
): Promise<Redactor> {
  const accounts = await usedAccounts(accountStoreOf(env, home))
  return redactorOf({
    env,
    home,
    ...(accounts.ok ? { accounts: accounts.value.variables } : {}),
    ...defined({ told, setupPass }),
  })
}
