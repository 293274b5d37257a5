/** What a configuration tells agents besides who works: what they may load, how far one attempt may go, what they are given. */
import { z } from 'zod'
import { Slug } from '#model/ids.ts'

const WrittenServer = z.strictObject({
  command: z.string().min(1).max(4000).describe('The program of the server'),
  args: z.array(z.string().max(4000)).max(100).optional().describe('Its arguments'),
  env: z.record(z.string(), z.string().max(10_000)).optional().describe('Variables that it needs'),
})

export const WrittenAgents = z.strictObject({
  files: z
    .enum(['ignored', 'used'])
    .optional()
    .describe('Whether hooks, settings and MCP servers that the repository brings for agents are used'),
  turns: z.number().int().positive().max(100_000).optional().describe('Turns that one attempt may take'),
  cost: z.number().positive().max(100_000).optional().describe('Dollars that one attempt may spend'),
  pass: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/, 'the name of a variable'))
    .max(100)
    .optional()
    .describe('Names of environment variables that agents see besides the usual ones'),
  mcpServers: z.record(Slug, WrittenServer).optional().describe('MCP servers that agents are given, by name'),
})

export interface AgentSettings {
  readonly files: 'ignored' | 'used'
  readonly turns?: number
  readonly dollars?: number
  readonly pass: readonly string[]
  readonly mcpServers: Readonly<
    Record<string, { readonly command: string; readonly args: readonly string[]; readonly env: Record<string, string> }>
  >
}

export function agentSettingsOf(written: z.output<typeof WrittenAgents>): AgentSettings {
  const { files = 'ignored', turns, cost, pass = [], mcpServers = {} } = written
  const servers = Object.entries(mcpServers).map(
    ([name, { command, args = [], env = {} }]) => [name, { command, args, env }] as const,
  )
  return {
    files,
    ...(turns === undefined ? {} : { turns }),
    ...(cost === undefined ? {} : { dollars: cost }),
    pass,
    mcpServers: Object.fromEntries(servers),
  }
}
