/** Agent, model and effort of an attempt, and why (U-10). Recorded with the attempt before it starts. */
import { z } from 'zod'
import { Slug } from '#model/ids.ts'

/** How much judgement a piece of work needs; models are chosen by it. */
export const Tier = z.enum(['light', 'standard', 'heavy', 'max'])
export type Tier = z.infer<typeof Tier>

/** How hard a model is to think, weakest first. */
export const Effort = z.enum(['low', 'medium', 'high', 'xhigh', 'max'])
export type Effort = z.infer<typeof Effort>

const ModelName = z.string().min(1).max(200)
/** The agent's name in the configuration. */
const AgentName = z.string().min(1).max(4000)

/** What an agent may do, whatever the names of its tools. */
export const ToolGroup = z.enum(['read', 'edit', 'run', 'web'])
export type ToolGroup = z.infer<typeof ToolGroup>

/** Limits of one attempt. */
const bounds = {
  /** Tokens for thinking before it answers; 0: no thinking. */
  thinking: z.number().int().nonnegative().max(1_000_000).optional(),
  /** Never more than the task allows by itself. */
  tools: z.array(ToolGroup).min(1).max(4).optional(),
  turns: z.number().int().positive().max(100_000).optional(),
  /** Its limit of money. */
  dollars: z.number().positive().max(100_000).optional(),
  /** Which of the configured MCP servers it gets; absent: all of them. */
  mcpServers: z.array(Slug).max(50).optional(),
}

export const Route = z.strictObject({
  /** Absent: the run's own. */
  agent: AgentName.optional(),
  tier: Tier,
  /**
   * The model in the request to the agent: a model id, or a tier's alias that the agent resolves itself. Absent: the
   * agent's own.
   */
  model: ModelName.optional(),
  /** The model that it should resolve to, if that is known and is not `model` itself: for people, and to compare. */
  resolved: ModelName.optional(),
  effort: Effort.optional(),
  ...bounds,
  /** One per step of the choice, in order: words for programs, the same in every language. */
  reasons: z.array(z.string().min(1).max(500)).max(50),
})
export type Route = z.infer<typeof Route>

/** Wishes for a route; the rest is left to later sources. */
export const RouteHint = z.strictObject({
  agent: AgentName.optional(),
  tier: Tier.optional(),
  /** A model id, or one of the aliases of tiers. */
  model: ModelName.optional(),
  effort: Effort.optional(),
})
export type RouteHint = z.infer<typeof RouteHint>

/** Settings of the user, in the configuration alone: neither a plan nor a persona sets its own limits. */
export const RouteSetting = RouteHint.extend({
  ...bounds,
  /** How long an attempt may take, and how long it may be idle. */
  wallMs: z.number().int().positive().optional(),
  idleMs: z.number().int().positive().optional(),
})
export type RouteSetting = z.infer<typeof RouteSetting>

/** What the environment says about tiers: one model for all, one for each, or nothing (S0-08, D-01). */
export const Cluster = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('single'), model: ModelName }),
  z.strictObject({ kind: z.literal('tiered'), models: z.partialRecord(Tier, ModelName) }),
  z.strictObject({ kind: z.literal('unknown') }),
])
export type Cluster = z.infer<typeof Cluster>

/** The highest effort of a family of models; the first row whose `family` is in the model's name counts. */
export const Capability = z.strictObject({
  family: z.string().min(1).max(100),
  /** Absent: it supports no effort at all. */
  effort: Effort.optional(),
})
export type Capability = z.infer<typeof Capability>

/** The agent's own name of its model, such as `builtin:<model>`; null: it runs without a model. */
const OwnModel = ModelName.nullable()

/** Everything that routes are chosen from, recorded once with the run. */
export const Routing = z.strictObject({
  cluster: Cluster,
  /** The configuration's models by tier. */
  models: z.partialRecord(Tier, ModelName),
  /** The models by tier that Forge knows of the run's agent. */
  canonical: z.partialRecord(Tier, ModelName),
  /** By agent, the run's own under ''. An agent that is not listed chooses its model itself. */
  own: z.record(z.string().max(4000), OwnModel).optional(),
  /** The configuration's settings by phase or role. */
  overrides: z.record(Slug, RouteSetting),
  /** Settings of personas, by role. */
  personas: z.record(Slug, RouteHint),
  /** The configuration's default settings for every agent. */
  usual: RouteSetting.optional(),
  /** The tier of each role; the default is `standard`. */
  tiers: z.record(Slug, Tier),
  efforts: z.record(Tier, Effort),
  capabilities: z.array(Capability).max(200),
})
export type Routing = z.infer<typeof Routing>
