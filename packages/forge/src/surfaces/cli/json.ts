/** JSON for programs that is harmless on a terminal too: characters that `visible` would change become JSON escapes. */

const unsafe = /[\u007F-\u009F\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu

/** One line, without a line break at its end. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(unsafe, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const code = character.charCodeAt(index)
      return `\\u${code.toString(16).padStart(4, '0')}`
    }).join(''),
  )
}
