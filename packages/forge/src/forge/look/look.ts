/** Details of a run and of the inputs of the next one: gates, guarded changes, prompts, routes, models. */
import { textsIn } from '#forge/start/prompt-texts.ts'
import { findRoutes, type RouteQuestion, type TracedRoute } from '#forge/start/routing.ts'
import type { Place } from '#forge/place/place.ts'
import type { Refusal } from '#forge/refusal.ts'
import { success, type Result } from '#model/result.ts'
import { guardedChangesOf, type GuardedChanges } from './gate-changes.ts'
import { gatesFor, type GateView } from './gates.ts'
import { seeModels, type SeenModels } from './models.ts'
import { promptFor, type PromptQuestion, type PromptView } from './prompt.ts'
import type { Runs } from './runs.ts'

export interface Look {
  /** Evaluates the gates of a phase, directive by directive, against the unit's current state. */
  gates(
    run: string,
    where: { readonly unit: string; readonly phase: string },
  ): Promise<Result<readonly GateView[], Refusal>>
  /** A unit's guarded changes; undefined when there are none, or its work is gone. */
  gateChanges(run: string, unit: string): Promise<GuardedChanges | undefined>
  /** The prompt that the agent of a phase would get now, or got the last time. */
  prompt(run: string, question: PromptQuestion): Promise<Result<PromptView, Refusal>>
  /** Which model and effort a phase or role gets, and why: in a recorded run, or in the next one. */
  routes(name: string, where: RouteQuestion): Promise<Result<readonly TracedRoute[], Refusal>>
  /** Models that the configuration uses, or with this in their name; what they cost, and where the price comes from. */
  models(part: string | undefined, flags: Readonly<Record<string, unknown>>): Promise<Result<SeenModels, Refusal>>
}

export function lookOf(place: Place, { readRun }: Pick<Runs, 'readRun'>): Look {
  const { repository, places, blobs, config, surroundings } = place
  const { env } = surroundings
  return {
    async gates(run, where) {
      const read = await readRun(run)
      return read.ok ? gatesFor(read.value.state, where) : read
    },
    async gateChanges(run, unit) {
      const [found, read] = [places(), await readRun(run)]
      return found.ok && read.ok ? guardedChangesOf(read.value.state, unit, found.value) : undefined
    },
    async prompt(run, question) {
      const [found, kept, read] = [places(), blobs(), await readRun(run)]
      if (!read.ok) return read
      if (!found.ok) return found
      if (!kept.ok) return kept
      const from = { texts: textsIn(kept.value), transcripts: found.value.transcripts }
      return promptFor(read.value.state, question, from)
    },
    routes: (name, where) => findRoutes({ env, config, repository, readRun }, name, where),
    async models(part, flags) {
      const settings = await config(flags)
      if (!settings.ok) return settings
      return success(await seeModels({ config: settings.value, env, now: surroundings.now() }, part))
    },
  }
}
