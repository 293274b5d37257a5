/** Lines of text as values: what is said, and in which tone. Surfaces decide what a tone looks like. */

export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'warn' | 'bad'

export interface Span {
  readonly tone: Tone
  readonly text: string
  /** At least so wide, in whatever language it is printed. */
  readonly width?: number
  /** The message of the catalogue that the text is the English of. */
  readonly message?: { readonly key: string; readonly values: Readonly<Record<string, string | number>> }
}

export type Line = string | readonly (string | Span)[]

export function strong(text: string): Span {
  return { tone: 'strong', text }
}

export function dim(text: string): Span {
  return { tone: 'dim', text }
}

export function toned(tone: Tone, text: string): Span {
  return { tone, text }
}

export function spansOf(line: Line): readonly (string | Span)[] {
  return typeof line === 'string' ? [line] : line
}
