/**
 * Characters that a name may not have, because they are invisible or change how text is displayed. Without schemas:
 * `line.ts` has those.
 */

/**
 * Control characters (C0, DEL, C1), line and paragraph separators, bidi controls, zero-width marks, tags, blank
 * fillers, lone surrogates. The one exception turns the character before it into an emoji.
 */
const hidden = /(?!\uFE0F)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/u

/** The same without line breaks and tabs. */
const hiddenInText = /(?![\uFE0F\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/u

/** The first character that one printable line may not have, as `U+202E`. */
export function hiddenInLine(text: string): string | undefined {
  return pointOf(hidden.exec(text)?.[0])
}

/** The first character that printable lines may not have: line breaks and tabs are allowed. */
export function hiddenInLines(text: string): string | undefined {
  return pointOf(hiddenInText.exec(text)?.[0])
}

/** A text as one printable line: a forbidden character becomes a space, and spaces become one. */
export function printableLine(text: string): string {
  return text.replaceAll(new RegExp(hidden, 'gu'), ' ').replaceAll(/\s+/gu, ' ').trim()
}

function pointOf(character: string | undefined): string | undefined {
  if (character === undefined) return undefined
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
