/** Where a call of git works. */

/** What a call works on. Always a git directory by name: nothing is discovered from a directory that others write. */
export interface Place {
  readonly gitDir: string
  readonly workTree?: string
  readonly indexFile?: string
  /** Object directories that are read besides the git directory's own. */
  readonly borrowed?: readonly string[]
  /** Where objects are written instead of the git directory's own. */
  readonly objects?: string
  /** More `key=value` settings, after the seal. */
  readonly settings?: readonly string[]
}
