/** Every secret that Forge was given, so that it can be taken out of whatever is written (T-21). */
import { createRedactor, secretsIn, type Redactor } from '#adapters/exec/index.ts'
import type { AgentSettings } from '#config/agent-settings.ts'
import { accountStoreOf, usedAccounts } from './accounts.ts'
import type { Environment } from './places.ts'

export interface Given {
  readonly env?: Environment
  /** Variables of accounts, by name. */
  readonly accounts?: Readonly<Record<string, Environment>>
  /** What the configuration gives to agents: their servers have secrets of their own. */
  readonly told?: AgentSettings
}

export function redactorOf({ env = {}, accounts = {}, told }: Given): Redactor {
  const kept = Object.values(accounts).flatMap((variables) => Object.values(variables))
  const servers = Object.values(told?.mcpServers ?? {}).flatMap((server) => secretsIn(server.env))
  return createRedactor([...secretsIn(env), ...kept.filter((value) => value !== undefined), ...servers])
}

/** For what people say. Accounts that cannot be read now take nothing from that; it is told where they are needed. */
export async function redactorFor(
  { env, home }: { readonly env: Environment; readonly home: string },
  told: AgentSettings | undefined,
): Promise<Redactor> {
  const accounts = await usedAccounts(accountStoreOf(env, home))
  return redactorOf({
    env,
    ...(accounts.ok ? { accounts: accounts.value.variables } : {}),
    ...(told === undefined ? {} : { told }),
  })
}
