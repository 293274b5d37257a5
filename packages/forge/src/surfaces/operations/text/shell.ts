/** Shell syntax: words quoted where necessary, fields as flags. */

/** Quoted so that a shell reads the same word. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** `maxCost` is `max-cost`. */
export function flagOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
