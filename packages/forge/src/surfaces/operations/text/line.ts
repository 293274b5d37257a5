/** Lines of text as values: the text and its tone. Surfaces decide what a tone looks like. */

export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'warn' | 'bad'

export interface Span {
  readonly tone: Tone
  readonly text: string
  /** Minimum width, in whatever language it is printed. */
  readonly width?: number
  /** The catalogue message whose English text this is. */
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
