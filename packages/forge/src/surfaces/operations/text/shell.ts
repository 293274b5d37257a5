/** How things are written in a shell: words in quotes where they need them, fields as flags. */

/** As a shell reads it again. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** `maxCost` is `max-cost`. */
export function flagOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
