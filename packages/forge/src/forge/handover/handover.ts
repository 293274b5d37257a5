/** What leaves a run: whether all of it is sound, and the way between its work and the user's branch. Loaded late. */
import type { Config } from '#config/load.ts'
import type { Locks, Log } from '#engine/ports.ts'
import type { Event } from '#model/event.ts'
import type { Principal } from '#model/question.ts'
import { success, type Result } from '#model/result.ts'
import type { AuditReport } from './audit.ts'
import type { Landing, LandRequest } from './landing.ts'
import type { Places, Repository } from '#forge/place/places.ts'
import type { Refusal } from '#forge/refusal.ts'
import type { Synced, SyncRequest } from './sync.ts'

export interface Handover {
  /** Every invariant of a run against its journal and git; changes nothing. */
  audit(run: string): Promise<Result<AuditReport, Refusal>>
  /** The branch that the user is on goes forward to what the run has merged. */
  land(request: LandRequest): Promise<Result<Landing, Refusal>>
  /** The user's moved branch is merged into what the run has merged, and the whole is verified again. */
  sync(request: SyncRequest): Promise<Result<Synced, Refusal>>
}

export interface HandoverParts {
  readonly surroundings: { now(): number }
  decider(): Promise<Result<Principal, Refusal>>
  readonly trust: { require(): Promise<Result<unknown, Refusal>> }
  repository(): Result<Repository, Refusal>
  places(): Result<Places, Refusal>
  locks(): Result<Locks, Refusal>
  log(): Promise<Result<Log<Event>, Refusal>>
  config(): Promise<Result<Config, Refusal>>
}

export function handoverOf(parts: HandoverParts): Handover {
  const { surroundings } = parts
  return {
    async audit(run) {
      const opened = await open(parts)
      if (!opened.ok) return opened
      const { audit } = await import('./audit.ts')
      return audit(opened.value, run)
    },
    async land(request) {
      const by = await parts.decider()
      if (!by.ok) return by
      const opened = await open(parts)
      if (!opened.ok) return opened
      const { land } = await import('./landing.ts')
      return land({ ...opened.value, by: by.value }, request)
    },
    async sync(request) {
      const by = await parts.decider()
      if (!by.ok) return by
      // Its checks are commands of the repository.
      const trusted = await parts.trust.require()
      if (!trusted.ok) return trusted
      const [opened, config] = [await open(parts), await parts.config()]
      if (!opened.ok) return opened
      if (!config.ok) return config
      const [{ sync }, { openWorld }] = await Promise.all([import('./sync.ts'), import('#forge/world/world.ts')])
      const now = () => surroundings.now()
      return sync({ ...opened.value, config: config.value, by: by.value, now, openWorld }, request)
    },
  }
}

interface Opened {
  readonly repository: Repository
  readonly places: Places
  readonly locks: Locks
  readonly log: Log<Event>
}

async function open(parts: HandoverParts): Promise<Result<Opened, Refusal>> {
  const [repository, places, locks] = [parts.repository(), parts.places(), parts.locks()]
  if (!repository.ok) return repository
  if (!places.ok) return places
  if (!locks.ok) return locks
  const log = await parts.log()
  if (!log.ok) return log
  return success({ repository: repository.value, places: places.value, locks: locks.value, log: log.value })
}
