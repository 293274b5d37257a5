/** Which agent, model and effort an attempt is to be made with, and why (U-10). Recorded with the attempt before it starts. */
import { z } from 'zod'
import { Slug } from '#model/ids.ts'

/** How much judgement a piece of work needs; models are chosen by it. */
export const Tier = z.enum(['light', 'standard', 'heavy', 'max'])
export type Tier = z.infer<typeof Tier>

/** How hard a model is to think, weakest first. */
export const Effort = z.enum(['low', 'medium', 'high', 'xhigh', 'max'])
export type Effort = z.infer<typeof Effort>

const ModelName = z.string().min(1).max(200)
/** The agent as the configuration calls it. */
const AgentName = z.string().min(1).max(4000)

/** What an agent may do, whatever its tools for that are called. */
export const ToolGroup = z.enum(['read', 'edit', 'run', 'web'])
export type ToolGroup = z.infer<typeof ToolGroup>

/** How far one attempt may go. */
const bounds = {
  /** Tokens that it may think with before it answers; 0: it is not to think. */
  thinking: z.number().int().nonnegative().max(1_000_000).optional(),
  /** Never more than the task allows by itself. */
  tools: z.array(ToolGroup).min(1).max(4).optional(),
  turns: z.number().int().positive().max(100_000).optional(),
  /** What it may spend. */
  dollars: z.number().positive().max(100_000).optional(),
  /** Which of the servers that the configuration gives to agents it gets; absent: all of them. */
  mcpServers: z.array(Slug).max(50).optional(),
}

export const Route = z.strictObject({
  /** Absent: the run's own. */
  agent: AgentName.optional(),
  tier: Tier,
  /** What the agent is asked for: a model id, or a tier's alias that the agent resolves itself. Absent: it keeps its own. */
  model: ModelName.optional(),
  /** The model that it should come to, where that is known and is not `model` itself: for people, and to compare. */
  resolved: ModelName.optional(),
  effort: Effort.optional(),
  ...bounds,
  /** One per step of the choice, in the order in which they were taken: words for programs, the same in every language. */
  reasons: z.array(z.string().min(1).max(500)).max(50),
})
export type Route = z.infer<typeof Route>

/** What somebody wants of a route; the rest is left to whoever comes after. */
export const RouteHint = z.strictObject({
  agent: AgentName.optional(),
  tier: Tier.optional(),
  /** A model id, or one of the aliases of tiers. */
  model: ModelName.optional(),
  effort: Effort.optional(),
})
export type RouteHint = z.infer<typeof RouteHint>

/** What the operator may want besides, in the configuration alone: neither a plan nor a persona sets its own bounds. */
export const RouteSetting = RouteHint.extend({
  ...bounds,
  /** How long an attempt may take, and how long it may be silent. */
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

/** The most that models of a family can be asked for; the first row whose `family` is in the model's name counts. */
export const Capability = z.strictObject({
  family: z.string().min(1).max(100),
  /** Absent: it takes no effort at all. */
  effort: Effort.optional(),
})
export type Capability = z.infer<typeof Capability>

/** The model that an agent runs on by its own name, such as `builtin:<model>`; null: it runs without a model. */
const OwnModel = ModelName.nullable()

/** Everything that routes are chosen from, recorded once with the run. */
export const Routing = z.strictObject({
  cluster: Cluster,
  /** The configuration's models by tier. */
  models: z.partialRecord(Tier, ModelName),
  /** The models by tier that the run's agent is known to have. */
  canonical: z.partialRecord(Tier, ModelName),
  /** By agent, the run's own under ''. An agent that is not here chooses its model itself. */
  own: z.record(z.string().max(4000), OwnModel).optional(),
  /** The configuration's wishes by phase or role. */
  overrides: z.record(Slug, RouteSetting),
  /** What personas say of themselves, by role. */
  personas: z.record(Slug, RouteHint),
  /** What the configuration wants of every agent that nobody wants otherwise. */
  usual: RouteSetting.optional(),
  /** The tier of each role; one that is not here is `standard`. */
  tiers: z.record(Slug, Tier),
  efforts: z.record(Tier, Effort),
  capabilities: z.array(Capability).max(200),
})
export type Routing = z.infer<typeof Routing>
