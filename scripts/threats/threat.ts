/** The words of docs/threats.md: threats, the two modes, and what can be said of a threat in a mode. */

export type ThreatId = `T-${number}`

/** With bubblewrap, and without it. */
export const modes = ['sandbox', 'none'] as const
export type Mode = (typeof modes)[number]

/**
 * What one piece of evidence says, the worst first. `escaped` and `failed`: it went otherwise than it must; `not run`: there is
 * no result; `not detectable`: it happens, and nobody can tell; `detected`: it was named, and the work refused or the run
 * stopped; `held`: nothing came of it.
 */
export const outcomes = ['escaped', 'failed', 'not run', 'not detectable', 'detected', 'held'] as const
export type Outcome = (typeof outcomes)[number]

/** A test file or a bar, and what it says of the threat when it passes. */
export interface Evidence {
  /** A test file from the root of the repository, with the id of the threat in a title; or a bar by its id. */
  readonly by: { readonly file: string } | { readonly bar: string }
  readonly shows: 'held' | 'detected'
  /** Both modes unless it speaks of one. */
  readonly mode?: Mode
}

export interface Threat {
  readonly id: ThreatId
  /** What somebody tries. */
  readonly threat: string
  /** Besides the hostile agents, each of which names its threat itself (packages/forge/test/hostile). */
  readonly evidence: readonly Evidence[]
  /** What nobody can tell in a mode, as docs/safety.md says it. */
  readonly left?: Partial<Record<Mode, string>>
  /** Which part of Forge that would have to hold it is not there yet. */
  readonly unbuilt?: string
}
