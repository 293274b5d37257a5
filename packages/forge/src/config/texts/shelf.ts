/** Where texts lie. Who reads the files is somebody else's business. */
import type { TextFile, TextKind } from './text.ts'

/** Where texts are found: those of the project before those of other tools before those that are shipped. */
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
