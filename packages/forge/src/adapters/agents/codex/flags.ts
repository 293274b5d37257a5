/** One table: what an attempt sets → how Codex gets it: as a flag, or a parameter of its thread or turn. */
import { resumePrompt, type Endpoint, type AdapterParts } from '#adapters/agents/session/index.ts'
import type { AgentTask } from '#engine/ports.ts'
import { defined } from '#model/defined.ts'
import type { Json } from '#model/json.ts'
import type { ToolGroup } from '#model/route.ts'
import { strictSchema } from './strict-schema.ts'

/** The key for the endpoint; its name contains KEY, so that Codex hides it from the shells it starts. */
export const keyVariable = 'FORGE_PROVIDER_KEY'

/** Disables traffic that the work does not need. */
const quiet: readonly string[] = [
  '-c',
  'analytics.enabled=false',
  '-c',
  'check_for_update_on_startup=false',
  '--disable',
  'plugins',
  '--disable',
  'apps',
  '-c',
  'shell_environment_policy.ignore_default_excludes=false',
  // Its own sandbox would leave the shared temporary files open; the attempt has private ones.
  '-c',
  'sandbox_workspace_write.exclude_slash_tmp=true',
]

export function argumentsOf(
  around: Pick<AdapterParts, 'mcpServers' | 'repositoryFiles' | 'helpers'>,
  { tree, tools = [] }: { readonly tree: string; readonly tools?: readonly ToolGroup[] | undefined },
  endpoint: Endpoint | undefined,
): readonly string[] {
  return [
    'app-server',
    ...quiet,
    // The features `multi_agent` and `multi_agent_v2` do not disable subagents if the model's own description enables
    // them; this does.
    ...(around.helpers === 'allowed' ? [] : ['-c', 'agents.enabled=false']),
    // Its provider would search the web, whatever sandbox there is: only if the attempt has the web.
    ...(tools.includes('web') ? [] : ['-c', 'web_search="disabled"']),
    // It trusts every directory that it is started in and runs what the repository configures there, unless configured
    // otherwise (T-26).
    ...(around.repositoryFiles === 'used' ? [] : ['-c', `projects={${toml(tree)}={trust_level="untrusted"}}`]),
    ...(endpoint === undefined ? [] : providerFlags(endpoint)),
    ...Object.entries(around.mcpServers ?? {}).flatMap(([name, { command, args, env }]) => [
      '-c',
      `mcp_servers.${name}={command=${toml(command)},args=${toml(args)},env=${tomlTable(env)},default_tools_approval_mode="approve"}`,
    ]),
  ]
}

function providerFlags({ baseUrl }: Endpoint): readonly string[] {
  const provider = `{name="forge",base_url=${toml(`${baseUrl}/v1`)},wire_api="responses",env_key=${toml(keyVariable)},supports_websockets=false}`
  return ['-c', 'model_provider="forge"', '-c', `model_providers.forge=${provider}`]
}

/** TOML writes texts and lists of texts as JSON does. */
function toml(value: string | readonly string[]): string {
  return JSON.stringify(value)
}

function tomlTable(table: Readonly<Record<string, string>>): string {
  return `{${Object.entries(table)
    .map(([name, value]) => `${toml(name)}=${toml(value)}`)
    .join(',')}}`
}

export function threadOf(
  { task, tree, prompt }: AgentTask,
  around: Pick<AdapterParts, 'pathOf' | 'ownSandbox'>,
): { readonly [key: string]: Json } {
  return {
    cwd: around.pathOf(tree),
    approvalPolicy: 'never',
    sandbox: around.ownSandbox === 'used' ? sandboxFor(task) : 'danger-full-access',
    developerInstructions: prompt.system,
    ...defined({ model: task.route?.model }),
  }
}

/** Its own sandbox, if Forge has none: inside another sandbox it cannot build its own, and every command would fail. */
function sandboxFor(task: AgentTask['task']): Json {
  // A judge's files are deleted with its tree, and its tests must be able to write.
  return task.do === 'plan' ? 'read-only' : 'workspace-write'
}

export function turnOf(asked: AgentTask): { readonly [key: string]: Json } {
  const { task, prompt, schema } = asked
  const again = resumePrompt(asked)
  return {
    input: [{ type: 'text', text: again === undefined ? prompt.text : `${again}\n\n${prompt.text}` }],
    outputSchema: strictSchema(schema),
    ...defined({ effort: task.route?.effort }),
  }
}
