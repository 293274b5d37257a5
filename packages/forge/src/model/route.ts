/** Which agent, model and effort an attempt is to be made with, and why (U-10). Recorded with the attempt before it starts. */
import { z } from 'zod'

/** How much judgement a piece of work needs; models are chosen by it. */
export const Tier = z.enum(['light', 'standard', 'heavy', 'max'])
export type Tier = z.infer<typeof Tier>

/** How hard a model is to think, weakest first. */
export const Effort = z.enum(['low', 'medium', 'high', 'xhigh', 'max'])
export type Effort = z.infer<typeof Effort>

export const Route = z.strictObject({
  /** Name of the agent, when it is not the run's own. */
  agent: z.string().min(1).max(200).optional(),
  tier: Tier,
  /** What the agent is asked for: a model id, or a tier's alias that the agent resolves itself. Absent: it keeps its own. */
  model: z.string().min(1).max(200).optional(),
  effort: Effort.optional(),
  /** One per step of the choice, in the order in which they were taken. */
  reasons: z.array(z.string().min(1).max(300)).max(20),
})
export type Route = z.infer<typeof Route>
