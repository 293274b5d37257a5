/**
 * Makes foreign text harmless for a terminal (T-20): removes escape sequences and control characters, and shows
 * characters that are invisible or change the reading order as an escape.
 *
 * 1. The result has no character below U+0020 but \n and \t, none from U+007F to U+009F, no bidi control, no zero-width
 * mark.
 * 2. Cutting the input anywhere and passing it in pieces gives the same result.
 */
import { hiddenInLine } from '#model/printable.ts'

/** Sequences that contain text until BEL or ST: OSC, DCS, SOS, PM, APC, after ESC or as one C1 character. */
const openers: Readonly<Record<string, State>> = {
  '[': 'control',
  ']': 'text',
  P: 'text',
  X: 'text',
  '^': 'text',
  _: 'text',
}
const c1Openers: Readonly<Record<string, State>> = {
  '\u009B': 'control',
  '\u009D': 'text',
  '\u0090': 'text',
  '\u0098': 'text',
  '\u009E': 'text',
  '\u009F': 'text',
}

/**
 *   plain ──ESC──► escape ──[──► control ──final byte──► plain
 *                    │ └──]PX^_──► text ──BEL, ST──► plain;  ──ESC──► text-escape ──\──► plain
 *                    └──intermediates──► escape;  anything else ──► plain
 */
type State = 'plain' | 'escape' | 'control' | 'text' | 'text-escape'

/** A text that never ends would swallow everything after it; beyond this length the output is shown again. */
const longestText = 4096

export interface Sanitiser {
  write(chunk: string): string
  /** The buffered rest: half a character at the end of the last chunk. */
  end(): string
}

export function createSanitiser(): Sanitiser {
  let state: State = 'plain'
  let length = 0
  function step(character: string): string {
    const before = state
    state = following(state, character)
    length = state === 'text' || state === 'text-escape' ? length + 1 : 0
    if (length > longestText) state = 'plain'
    return before === 'plain' && state === 'plain' ? shown(character) : restOf(before, character)
  }
  let half = ''
  return {
    write(chunk) {
      const text = half + chunk
      half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? ''
      let out = ''
      for (const character of text.slice(0, text.length - half.length)) out += step(character)
      return out
    },
    end() {
      const rest = half
      half = ''
      return rest === '' ? '' : step(rest)
    },
  }
}

/** A whole text, made harmless. */
export function visible(text: string): string {
  if (isHarmless(text)) return text
  const sanitiser = createSanitiser()
  return sanitiser.write(text) + sanitiser.end()
}

/** One line of it: line breaks and tabs are shown as a space. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll(/[\n\t]+/g, ' ')
}

function isHarmless(text: string): boolean {
  return /^[\n\t\u0020-\u007E]*$/.test(text)
}

function following(state: State, character: string): State {
  const code = character.codePointAt(0) ?? 0
  switch (state) {
    case 'plain':
      return character === '\u001B' ? 'escape' : (c1Openers[character] ?? 'plain')
    case 'escape':
      if (character === '\u001B') return 'escape'
      return openers[character] ?? (code >= 0x20 && code <= 0x2f ? 'escape' : 'plain')
    case 'control':
      if (character === '\u001B') return 'escape'
      return code >= 0x20 && code <= 0x3f ? 'control' : 'plain'
    case 'text':
      if (character === '\u001B') return 'text-escape'
      return isEndOfText(character) ? 'plain' : 'text'
    case 'text-escape':
      if (character === '\u001B') return 'text-escape'
      return character === '\\' || isEndOfText(character) ? 'plain' : 'text'
  }
}

/** BEL, ST, or CAN and SUB, which abort a sequence. */
function isEndOfText(character: string): boolean {
  return character === '\u0007' || character === '\u009C' || character === '\u0018' || character === '\u001A'
}

/** A sequence broken off by a character that cannot be part of it returns that character. */
function restOf(before: State, character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (before === 'control' || before === 'escape') return character === '\n' || code > 0x7e ? shown(character) : ''
  return ''
}

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code === 0x0a || code === 0x09) return character
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return ''
  return isDeceptive(code, character) ? `\\u{${code.toString(16).toUpperCase()}}` : character
}

/**
 * Bidi controls, zero-width marks, line separators, tags, blank fillers, half characters. The one exception is the
 * variation selector that turns the character before it into an emoji: it is frequent in friendly messages.
 */
function isDeceptive(code: number, character: string): boolean {
  return code >= 0xad && hiddenInLine(character) !== undefined
}
