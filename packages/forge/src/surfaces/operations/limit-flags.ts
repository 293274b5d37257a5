/** Limits as flags, the same wherever a run is started or raised. */
import { z } from 'zod'

const Count = z.number().int().nonnegative().optional()
const Amount = z.number().nonnegative().optional()

export const limitFlags = {
  maxCost: Amount.describe('Dollars that all agents may spend together'),
  maxTokens: Count.describe('Tokens that all agents may use together'),
  maxMinutes: Amount.describe('Minutes of agent and check time'),
  maxAttempts: Count.describe('Attempts of the whole run'),
  maxUnitCost: Amount.describe('Dollars that one unit may spend'),
  maxUnitTokens: Count.describe('Tokens that one unit may use'),
  maxUnitMinutes: Amount.describe('Minutes of agent and check time of one unit'),
  maxUnitAttempts: Count.describe('Attempts of one unit, in total'),
  allowUnpriced: z
    .boolean()
    .default(false)
    .describe('With --max-cost and --max-tokens: also use models without a price, limited by tokens only'),
}

export type LimitInput = { readonly [Name in keyof typeof limitFlags]?: number | boolean | undefined }

/** The limits among these values, by their key in the configuration. */
export function limitSettings(input: LimitInput): Record<string, number | boolean> {
  const names = Object.keys(limitFlags) as (keyof typeof limitFlags)[]
  return Object.fromEntries(
    names.flatMap((name) =>
      input[name] === undefined || input[name] === false ? [] : [[`limits.${name}`, input[name]]],
    ),
  )
}
