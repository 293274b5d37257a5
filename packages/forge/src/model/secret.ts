/** Lines that are looked through for secrets, and what was found in them: places, which hold no text of their own. */

export interface AddedLine {
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly text: string
}

export interface FoundSecret {
  /** The very line that was asked about. */
  readonly at: AddedLine
  readonly rule: string
  /** Where in its text, from 0, and the first character behind it. */
  readonly from: number
  readonly to: number
}
