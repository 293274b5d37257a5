/**
 * The fields that have a value: an undefined one is left out, because an optional field is absent or a value, never
 * undefined.
 */
export function defined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields> as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
}
