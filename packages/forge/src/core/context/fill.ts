/** Fills names in double braces. Which names a text may hold was checked when it was read, so filling cannot fail. */

/** Values of the names a fragment may hold. */
export interface Values {
  readonly [name: string]: string
}

/** One pass, so that a value that looks like a name stays what it is. */
export function fill(text: string, values: Values): string {
  return text.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] as string) : whole,
  )
}
