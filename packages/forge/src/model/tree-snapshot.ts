/** What Forge observes in a tree in which commands run, besides unchanged files of its commit. */

/** Changed files of the commit, by path: the value differs when their content, kind or mode does. */
export type EditedFiles = ReadonlyMap<string, string>

/** Files that the commit does not have, most of them ignored: made by setup, Forge and commands. */
export interface OtherFiles {
  readonly files: ReadonlyMap<string, OtherFile>
  /** All folders of the tree, those of the commit too; the root is the empty path. */
  readonly folders: ReadonlySet<string>
  /** No build makes so many; the rest was not read. */
  readonly isCutShort: boolean
}

export interface OtherFile {
  /** Differs whenever the file was written, replaced, touched, linked or got other permissions. */
  readonly stamp: string
  readonly isExecutable: boolean
}
