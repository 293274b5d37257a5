/** Where a call of git works. */

/** Where a call works. Always an explicit git directory: git never discovers one from a directory that others write. */
export interface Place {
  readonly gitDir: string
  readonly workTree?: string
  readonly indexFile?: string
  /** Object directories to read besides the git directory's own. */
  readonly borrowed?: readonly string[]
  /** Where to write objects instead of the git directory's own. */
  readonly objects?: string
  /** Further `key=value` settings, after the isolation's own. */
  readonly settings?: readonly string[]
}
