/** Lines that are searched for secrets, and the findings: places, which hold no text of their own. */

export interface AddedLine {
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly text: string
}

export interface FoundSecret {
  /** The line that was searched. */
  readonly at: AddedLine
  readonly rule: string
  /** Where in its text, from 0, and the first character behind it. */
  readonly from: number
  readonly to: number
}
