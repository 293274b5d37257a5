/**
 * The failure of an attempt when the provider's last response to it is known: agents often hide or forget it. Reports
 * of the agent and observations of the meter become a failure by the same table.
 */
import { raw, say } from '#messages/said.ts'
import type { FailureKind } from '#model/agent-event.ts'
import type { Limits } from '#model/budget.ts'
import { defined } from '#model/defined.ts'
import type { Failure } from '#model/failure.ts'
import { failureOf } from '#model/failure-of.ts'
import type { CutOffBy, ProviderFailure } from '#model/provider-failure.ts'

/** `own`: as the agent reported it; the trouble is how its last request ended. */
export function failedOf(own: Failure, trouble: ProviderFailure | undefined, now: number): Failure {
  const limited = limitedBoth(own, trouble, now)
  if (limited !== undefined) return limited
  if (trouble === undefined || !mayHide(own)) return own
  const kind = kindOf(trouble)
  if (kind === undefined) return own
  if (trouble.kind !== 'refused') return failureOf({ kind, text: raw(trouble.text) }, now)
  const { status, type, retryAfterMs, blocker } = trouble
  const text =
    blocker === undefined ? raw(`${status} ${type}`.trim()) : say('provider.saysStatus', { status, text: type })
  return failureOf({ kind, text, retryAfterMs }, now)
}

/**
 * Agent and provider both report that a limit ended the attempt. The provider's reset time takes precedence over the
 * agent's, which is a guess or older; if the provider gave none, the agent's is kept. If either reports a quota, it is
 * one: a quota does not go away by retrying.
 */
function limitedBoth(own: Failure, trouble: ProviderFailure | undefined, now: number): Failure | undefined {
  const told = toldLimit(own, now)
  if (told === undefined || trouble?.kind !== 'refused' || trouble.limit === undefined) return undefined
  const kind = told.kind === 'quota' || trouble.limit === 'quota' ? 'quota' : 'rate-limit'
  return failureOf({ kind, text: raw(''), retryAfterMs: trouble.retryAfterMs ?? told.waitMs }, now)
}

function toldLimit(own: Failure, now: number): { kind: FailureKind; waitMs: number | undefined } | undefined {
  if (own.tag === 'quota')
    return { kind: 'quota', waitMs: own.resetAt === undefined ? undefined : Math.max(0, own.resetAt - now) }
  if (own.tag !== 'transport' || own.class !== 'rate-limit') return undefined
  return { kind: 'rate-limit', waitMs: own.retryAfterMs }
}

/**
 * Undefined: it does not explain why the attempt ended. Agents ask for things that a provider does not have, and
 * continue.
 */
function kindOf(trouble: ProviderFailure): FailureKind | undefined {
  if (trouble.kind === 'hang') return 'network'
  if (trouble.kind !== 'refused') return trouble.kind
  const { blocker, limit, status } = trouble
  if (blocker !== undefined) return blocker
  if (limit !== undefined) return limit === 'quota' ? 'quota' : 'rate-limit'
  if (status >= 500) return 'server'
  return status === 401 || status === 403 ? 'auth' : undefined
}

/** Failures that say little of their own; the agent or Forge reports a deadline, a conflict or a refusal itself. */
function mayHide({ tag }: Failure): boolean {
  return tag === 'crash' || tag === 'empty' || tag === 'invalid' || tag === 'transport' || tag === 'unavailable'
}

interface CutOffAt {
  readonly limits: Partial<Limits>
  readonly dollars?: number | undefined
  /** The model that was asked and has no price, if that is the reason. */
  readonly unpriced?: string | undefined
}

/**
 * The attempt was cut off. A limit of the run is no failure of its unit: once the limit is raised the attempt is made
 * again.
 */
export function failedOfCutOff(by: CutOffBy, { limits, dollars, unpriced }: CutOffAt): Failure {
  if (by === 'attempt') {
    const limit = raw(`$${dollars ?? 0} (agents.cost)`)
    const text = unpriced === undefined ? limit : say('price.limitWithoutPrice', { limit, model: unpriced })
    return failureOf({ kind: 'budget', text }, 0)
  }
  const at = limits[by]
  if (at === undefined) return { tag: 'interrupted' }
  return { tag: 'ceiling', limit: by, at, ...defined({ unpriced: unpriced?.slice(0, 200) }) }
}
