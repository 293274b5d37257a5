/** Observations of the user's repository, and what an agent left in its own tree: to determine who changed what. */

/** The parts of the user's repository that an agent could have changed. */
export interface UserSnapshot {
  /** Configuration, attributes and ignore rules of the repository, and its hooks; without what git notes about branches. */
  readonly rules: string
  readonly hooks: string
  /**
   * Each ref and HEAD, with the commit and who moved it there last. Forge's own and remote-tracking ones are left out.
   */
  readonly refs: ReadonlyMap<string, { readonly at: string; readonly by: string | undefined }>
  /** Every file that differs from the commit the run started from, with a digest of its state and content. */
  readonly files: ReadonlyMap<string, string>
}

/** What ties a change in the user's checkout to an agent. */
export interface AgentTraces {
  /** Digests by path of the files that were written since. */
  readonly written: ReadonlyMap<string, string>
  /** Symbolic links that lead into the user's checkout. */
  readonly links: readonly string[]
}
