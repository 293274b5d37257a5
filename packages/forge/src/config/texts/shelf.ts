/** Where texts are. The caller reads the files. */
import type { TextFile, TextKind } from './text.ts'

/** The places of texts, in order: those of the project, those of other tools, those that are shipped. */
export interface Shelf {
  find(kind: TextKind, name: string): TextFile | undefined
  names(kind: TextKind): readonly string[]
  /** A file of the repository; undefined when there is none. */
  read(path: string): TextFile | undefined
}

export const folders: Readonly<Record<TextKind, string>> = {
  persona: 'personas',
  skill: 'skills',
  workflow: 'workflows',
  fragment: 'fragments',
  block: 'blocks',
}
