/** The configuration of agents besides their choice: what they may load, limits of one attempt, what they are given. */
import { z } from 'zod'
import { say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { explained } from '#model/explained.ts'
import { codeOf } from '#messages/issue.ts'
import { Slug } from '#model/ids.ts'
import { Effort, ToolGroup, type RouteSetting } from '#model/route.ts'
import { programSettingsOf, WrittenProgram, type ProgramSettings } from './agent-programs.ts'

const WrittenServer = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(4000)
    .meta(explained(say('configKey.programOfServer'))),
  args: z.array(z.string().max(4000)).max(100).optional().describe('Its arguments'),
  env: z.record(z.string(), z.string().max(10_000)).optional().describe('Variables that it needs'),
})

/** Limits of one attempt: the same keys for all agents and for one phase or role. */
export const writtenBounds = {
  thinking: z
    .number()
    .int()
    .nonnegative()
    .max(1_000_000)
    .optional()
    .describe('Tokens that it may think with before it answers; 0: it is not to think'),
  tools: z
    .array(ToolGroup)
    .min(1)
    .max(4)
    .optional()
    .describe('What it may do: read, edit, run (commands), web; never more than its task allows by itself'),
  turns: z.number().int().positive().max(100_000).optional().describe('Turns that one attempt may take'),
  minutes: z.number().positive().max(10_000).optional().describe('Minutes that one attempt may take'),
  silentMinutes: z
    .number()
    .positive()
    .max(10_000)
    .optional()
    .describe('Minutes without any sign of life after which an attempt counts as hanging'),
}

/** The same for one phase or role alone: for all of them `agents:` has its own keys. */
export const writtenOwnBounds = {
  cost: z.number().positive().max(100_000).optional().describe('Dollars that one attempt may spend'),
  mcpServers: z
    .array(Slug)
    .max(50)
    .optional()
    .describe('Which of the servers in agents.mcpServers it gets; all of them when left out, [] for none'),
}

type WrittenBounds = { readonly [Name in keyof typeof writtenBounds]?: z.output<(typeof writtenBounds)[Name]> }

export function boundsOf({ thinking, tools, turns, minutes, silentMinutes }: WrittenBounds): RouteSetting {
  return {
    ...defined({ thinking }),
    ...(tools === undefined ? {} : { tools: [...tools] }),
    ...defined({ turns }),
    ...(minutes === undefined ? {} : { wallMs: Math.ceil(minutes * 60_000) }),
    ...(silentMinutes === undefined ? {} : { idleMs: Math.ceil(silentMinutes * 60_000) }),
  }
}

const AgentName = z
  .string()
  .regex(/^[a-z][a-z0-9-]*(:\S.*)?$/, codeOf('config.agentNameSuchAs'))
  .max(4000)

const WrittenFallback = z.union([
  AgentName,
  z.strictObject({
    agent: AgentName.meta(explained(say('configKey.whoWorksThen'))),
    model: z.string().trim().min(1).max(200).optional().describe('Its model; its own when left out'),
    effort: Effort.optional().describe('How hard it is to think'),
  }),
])

const Told = z.object({
  files: z
    .enum(['ignored', 'used'])
    .optional()
    .describe('Whether hooks, settings and MCP servers that the repository brings for agents are used'),
  helpers: z
    .enum(['none', 'allowed'])
    .optional()
    .describe('Whether an agent may start helpers of its own (sub-agents), where its program has them'),
  ...writtenBounds,
  fallback: z
    .array(WrittenFallback)
    .max(20)
    .optional()
    .describe(
      'Agents that take over, in this order, when every account of the one that is wanted has nothing left for more than five minutes',
    ),
  cost: z.number().positive().max(100_000).optional().describe('Dollars that one attempt may spend'),
  pass: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/, codeOf('config.nameOfVariable')))
    .max(100)
    .optional()
    .describe('Names of environment variables that agents see besides the usual ones'),
  mcpServers: z.record(Slug, WrittenServer).optional().describe('MCP servers that agents are given, by name'),
})
type Told = z.output<typeof Told>

/** Every other name is that of a program; a type cannot express that. */
export const WrittenAgents: z.ZodType<Told, z.input<typeof Told>> = Told.catchall(WrittenProgram)

export interface AgentSettings {
  readonly files: 'ignored' | 'used'
  readonly helpers: 'none' | 'allowed'
  readonly turns?: number
  /** The settings for all of them. */
  readonly usual: RouteSetting
  readonly fallback: readonly (RouteSetting & { readonly agent: string })[]
  readonly dollars?: number
  readonly pass: readonly string[]
  /** Of programs that speak ACP, by their names. */
  readonly programs: Readonly<Record<string, ProgramSettings>>
  readonly mcpServers: Readonly<
    Record<string, { readonly command: string; readonly args: readonly string[]; readonly env: Record<string, string> }>
  >
}

export function agentSettingsOf(written: Told): AgentSettings {
  const { files = 'ignored', helpers = 'none', turns, cost, fallback = [], pass = [], mcpServers = {} } = written
  const servers = Object.entries(mcpServers).map(
    ([name, { command, args = [], env = {} }]) => [name, { command, args, env }] as const,
  )
  return {
    files,
    helpers,
    ...defined({ turns }),
    usual: boundsOf(written),
    fallback: fallback.map((one) => {
      if (typeof one === 'string') return { agent: one }
      const { agent, model, effort } = one
      return { agent, ...defined({ model, effort }) }
    }),
    ...defined({ dollars: cost }),
    pass,
    programs: programsIn(written),
    mcpServers: Object.fromEntries(servers),
  }
}

function programsIn(written: Told): AgentSettings['programs'] {
  const others = Object.entries(written).filter(([name]) => !Object.hasOwn(Told.shape, name))
  return Object.fromEntries(others.map(([name, program]) => [name, programSettingsOf(program as WrittenProgram)]))
}
