/** What Forge sees in a tree in which commands run, besides the files of its commit that are as the commit has them. */

/** Files of the commit that are not as it has them, by path: something that differs when their content, kind or mode does. */
export type EditedFiles = ReadonlyMap<string, string>

/** Files that the commit does not have, most of them ignored: what setup, Forge and commands made. */
export interface OtherFiles {
  readonly files: ReadonlyMap<string, OtherFile>
  /** All folders of the tree, those of the commit too; the root is the empty path. */
  readonly folders: ReadonlySet<string>
  /** Nobody makes so many by building; what lies beyond was not looked at. */
  readonly isCutShort: boolean
}

export interface OtherFile {
  /** Differs whenever the file was written, replaced, touched, linked or given other rights. */
  readonly stamp: string
  readonly isExecutable: boolean
}
