/** What leaves a run: whether all of it is sound, and the way between its work and the user's branch. */
import { openPlace, openWorkplace, type Place } from '#forge/place/place.ts'
import type { Refusal } from '#forge/refusal.ts'
import { openWorld } from '#forge/world/world.ts'
import type { Result } from '#model/result.ts'
import { audit, type AuditReport } from './audit.ts'
import { land, type Landing, type LandRequest } from './landing.ts'
import { sync, type Synced, type SyncRequest } from './sync.ts'

export interface Handover {
  /** Every invariant of a run against its journal and git; changes nothing. */
  audit(run: string): Promise<Result<AuditReport, Refusal>>
  /** The branch that the user is on goes forward to what the run has merged. */
  land(request: LandRequest): Promise<Result<Landing, Refusal>>
  /** The user's moved branch is merged into what the run has merged, and the whole is verified again. */
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
      // Its checks are commands of the repository.
      const trusted = await place.trust.require()
      if (!trusted.ok) return trusted
      const opened = await openWorkplace(place)
      return opened.ok ? sync({ ...opened.value, openWorld }, request) : opened
    },
  }
}
