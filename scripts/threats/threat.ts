/** The types of docs/threats.md: threats, the two modes, and the possible outcomes of a threat in a mode. */

export type ThreatId = `T-${number}`

/** With bubblewrap, and without it. */
export const modes = ['sandbox', 'none'] as const
export type Mode = (typeof modes)[number]

/**
 * The outcome of one piece of evidence, the worst first. `escaped` and `failed`: it deviated from what must happen;
 * `not run`: there is no result; `not detectable`: it happens, and Forge cannot see it; `detected`: Forge named it, and
 * refused the work or stopped the run; `held`: it had no effect.
 */
export const outcomes = ['escaped', 'failed', 'not run', 'not detectable', 'detected', 'held'] as const
export type Outcome = (typeof outcomes)[number]

/** A test file or a bar, and the outcome that it proves when it passes. */
export interface Evidence {
  /** A test file from the root of the repository, with the id of the threat in a title; or a bar by its id. */
  readonly by: { readonly file: string } | { readonly bar: string }
  readonly shows: 'held' | 'detected'
  /** Both modes by default. */
  readonly mode?: Mode
}

export interface Threat {
  readonly id: ThreatId
  /** What an attacker tries. */
  readonly threat: string
  /** Besides the hostile agents, each of which names its threat itself (packages/forge/test/hostile). */
  readonly evidence: readonly Evidence[]
  /** What cannot be detected in a mode, as docs/safety.md says it. */
  readonly left?: Partial<Record<Mode, string>>
  /** The part of Forge that would have to hold it and is not built yet. */
  readonly unbuilt?: string
}
