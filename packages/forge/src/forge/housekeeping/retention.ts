/** Transcripts on disk: the size of each run's, and the removal of expired ones. */
import { join } from 'node:path'
import { factsOf, namesIn, removePath } from '#adapters/files/plain.ts'
import { chooseExpired, type StoredTranscript, type Retention } from '#core/retention/retention.ts'
import { findDriver } from '#forge/look/run-list.ts'
import type { Place } from '#forge/place/place.ts'
import type { Refusal } from '#forge/refusal.ts'
import { success, type Result } from '#model/result.ts'

export interface TranscriptRetention {
  /** Removes expired transcripts, or lists which would be removed. */
  prune(how: 'remove' | 'look'): Promise<Result<readonly StoredTranscript[], Refusal>>
}

export function retentionOf(place: Place): TranscriptRetention {
  return {
    async prune(how) {
      const by = await place.decider()
      if (!by.ok) return by
      const [places, locks, settings] = [place.places(), place.locks(), await place.config()]
      if (!places.ok) return places
      if (!locks.ok) return locks
      if (!settings.ok) return settings
      const directory = places.value.transcripts
      const retention = settings.value.settings.transcripts
      const isDriven = async (run: string): Promise<boolean> => (await findDriver(locks.value, run)).alive
      return success(await pruneTranscripts({ directory, retention, now: place.surroundings.now(), isDriven, how }))
    },
  }
}

export function listKept(directory: string): readonly StoredTranscript[] {
  return namesIn(directory).map((run) => {
    const found = namesIn(join(directory, run)).flatMap((name) => {
      const file = factsOf(join(directory, run, name))
      return file === undefined ? [] : [file]
    })
    return {
      run,
      bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
      at: Math.max(0, ...found.map(({ modifiedAt }) => modifiedAt)),
    }
  })
}

export interface PruneRequest {
  readonly directory: string
  readonly retention: Retention
  readonly now: number
  readonly isDriven: (run: string) => Promise<boolean>
  readonly how: 'remove' | 'look'
}

/** What was removed, or would be. */
export async function pruneTranscripts({
  directory,
  how,
  ...request
}: PruneRequest): Promise<readonly StoredTranscript[]> {
  const gone = await expiredOf(listKept(directory), request)
  if (how === 'remove') for (const { run } of gone) removePath(join(directory, run))
  return gone
}

/** Checks for a driver only in runs whose transcripts would be removed; one that must stay makes others go instead. */
async function expiredOf(
  kept: readonly StoredTranscript[],
  { retention, now, isDriven }: Pick<PruneRequest, 'retention' | 'now' | 'isDriven'>,
): Promise<readonly StoredTranscript[]> {
  const idle = new Set<string>()
  const driven = new Set<string>()
  for (;;) {
    const chosen = chooseExpired(kept, retention, now, driven)
    const unknown = chosen.filter(({ run }) => !idle.has(run))
    if (unknown.length === 0) return chosen
    for (const { run } of unknown) ((await isDriven(run)) ? driven : idle).add(run)
  }
}
