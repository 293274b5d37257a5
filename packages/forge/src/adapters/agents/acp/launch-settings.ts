/** What a program that speaks ACP gets at its start: arguments, variables and files of its home, from its row. */
import { join } from 'node:path'
import type { Endpoint, AdapterParts } from '#adapters/agents/session/index.ts'
import { placeFile } from '#adapters/files/unfollowed.ts'
import type { AgentTask } from '#engine/ports.ts'
import type { Json } from '#model/json.ts'
import type { Quirks } from './quirk.ts'

export interface LaunchSettings {
  readonly quirks: Quirks
  readonly task: AgentTask
  readonly home: string
  /** Forge's endpoint for its provider; undefined: it uses its own login. */
  readonly endpoint: Endpoint | undefined
}

/** No human watches it: a login that would open a browser must fail instead. */
const unattended = { NO_BROWSER: '1', BROWSER: 'false' }

export function argumentsOf(given: LaunchSettings, { mcpServers = {} }: AdapterParts): readonly string[] {
  const { quirks, task } = given
  const model = task.task.route?.model
  const flag = typeof quirks.model === 'object' && 'flag' in quirks.model ? quirks.model.flag : undefined
  return [
    ...(flag === undefined || model === undefined ? [] : [flag, model]),
    ...quirks.args.map((word) => filled(given, word)),
    ...serversBehind(quirks.serversFlag, mcpServers),
  ]
}

function serversBehind(flag: string | undefined, servers: NonNullable<AdapterParts['mcpServers']>): readonly string[] {
  if (flag === undefined || Object.keys(servers).length === 0) return []
  const all = Object.entries(servers).map(([name, server]) => [name, { type: 'local', ...server, tools: ['*'] }])
  return [flag, JSON.stringify({ mcpServers: Object.fromEntries(all) as Json })]
}

export function variablesOf(given: LaunchSettings): Record<string, string> {
  const { quirks, task, endpoint } = given
  const model = task.task.route?.model
  const variable = typeof quirks.model === 'object' && 'env' in quirks.model ? quirks.model.env : undefined
  const behindKey = endpoint === undefined ? {} : (quirks.provider?.env ?? {})
  return {
    ...unattended,
    ...filledAll(given, quirks.env),
    ...filledAll(given, behindKey),
    ...(variable === undefined || model === undefined ? {} : { [variable]: model }),
  }
}

/** Settings that a program reads only from its home. */
export async function writeFiles(given: LaunchSettings): Promise<void> {
  const { quirks, home, endpoint } = given
  const files = { ...quirks.files, ...(endpoint === undefined ? {} : quirks.provider?.files) }
  for (const [path, text] of Object.entries(filledAll(given, files))) await placeFile(join(home, path), text)
}

function filledAll(given: LaunchSettings, texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(given, text)]))
}

function filled({ quirks: { auth = {} }, task, home, endpoint }: LaunchSettings, text: string): string {
  const words = {
    home,
    url: endpoint?.baseUrl ?? '',
    key: endpoint?.key ?? '',
    model: task.task.route?.model ?? 'default',
    auth: (endpoint === undefined ? auth.login : auth.key) ?? '',
  }
  return text.replaceAll(/\{(home|url|key|model|auth)\}/g, (_, word: keyof typeof words) => words[word])
}
