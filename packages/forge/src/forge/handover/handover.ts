/** How work leaves a run: the audit, and landing and syncing with the user's branch. */
import { openPlace, openWorkplace, type Place } from '#forge/place/place.ts'
import type { Refusal } from '#forge/refusal.ts'
import { openWorld } from '#forge/world/world.ts'
import type { Result } from '#model/result.ts'
import { audit, type AuditReport } from './audit.ts'
import { land, type Landing, type LandRequest } from './landing.ts'
import { sync, type Synced, type SyncRequest } from './sync.ts'

export interface Handover {
  /** Checks every invariant of a run against its journal and git; changes nothing. */
  audit(run: string): Promise<Result<AuditReport, Refusal>>
  /** Fast-forwards the user's current branch to what the run has merged. */
  land(request: LandRequest): Promise<Result<Landing, Refusal>>
  /** Merges the user's moved branch into what the run has merged, and verifies the whole again. */
  sync(request: SyncRequest): Promise<Result<Synced, Refusal>>
}

export function handoverOf(place: Place): Handover {
  return {
    async audit(run) {
      const opened = await openPlace(place)
      return opened.ok ? audit(opened.value, run) : opened
    },
    async land(request) {
      const by = await place.decider()
      if (!by.ok) return by
      const opened = await openPlace(place)
      return opened.ok ? land({ ...opened.value, by: by.value }, request) : opened
    },
    async sync(request) {
      const by = await place.decider()
      if (!by.ok) return by
      // The checks that it runs are commands of the repository.
      const trusted = await place.trust.require()
      if (!trusted.ok) return trusted
      const opened = await openWorkplace(place)
      return opened.ok ? sync({ ...opened.value, openWorld }, request) : opened
    },
  }
}
