/** The place that every part of Forge works in: its location, stores, configuration and decider. */
import type { Config } from '#config/load.ts'
import type { Blobs, Locks, Log } from '#engine/ports.ts'
import type { Refusal } from '#forge/refusal.ts'
import type { Event } from '#model/event.ts'
import type { Principal } from '#model/question.ts'
import { success, type Result } from '#model/result.ts'
import type { UserFiles } from './config-files.ts'
import type { Configuration } from './config.ts'
import type { Environment, Places, Repository } from './places.ts'
import type { Stores } from './stores.ts'
import type { Surroundings } from './surroundings.ts'
import type { RepositoryTrust } from './trust.ts'

export type Decider = () => Promise<Result<Principal, Refusal>>

export interface Place extends Stores, UserFiles, Configuration {
  readonly surroundings: Surroundings
  /** The human who decides here; refused when this process is an agent's (I-23). Read-only calls skip this. */
  readonly decider: Decider
  /** Whether what the repository brings may be used. */
  readonly trust: RepositoryTrust
}

/** The opened resources of a repository. */
export interface OpenPlace {
  readonly repository: Repository
  readonly places: Places
  readonly log: Log<Event>
  readonly locks: Locks
  readonly blobs: Blobs
}

/** The same for a human who decides, with the configuration. */
export interface Workplace extends OpenPlace {
  readonly config: Config
  readonly env: Environment
  /** Of the user: their accounts are below it. */
  readonly home: string
  /** Who starts, resumes or answers; never an agent. */
  readonly by: Principal
  readonly now: () => number
}

export async function openPlace(place: Stores): Promise<Result<OpenPlace, Refusal>> {
  const [repository, places, locks, blobs] = [place.repository(), place.places(), place.locks(), place.blobs()]
  if (!repository.ok) return repository
  if (!places.ok) return places
  if (!locks.ok) return locks
  if (!blobs.ok) return blobs
  const log = await place.log()
  if (!log.ok) return log
  const [found, kept] = [repository.value, places.value]
  return success({ repository: found, places: kept, log: log.value, locks: locks.value, blobs: blobs.value })
}

export async function openWorkplace(
  place: Place,
  flags?: Readonly<Record<string, unknown>>,
): Promise<Result<Workplace, Refusal>> {
  const by = await place.decider()
  if (!by.ok) return by
  const repository = place.repository()
  if (!repository.ok) return repository
  const config = await place.config(flags)
  if (!config.ok) return config
  const opened = await openPlace(place)
  if (!opened.ok) return opened
  const { env, home } = place.surroundings
  const now = (): number => place.surroundings.now()
  return success({ ...opened.value, config: config.value, env, home, by: by.value, now })
}
