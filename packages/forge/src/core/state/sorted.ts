/** Records have no order that may matter (a store sorts keys, a fold appends them): always iterate them by key. */
export function valuesByKey<T>(record: Readonly<Record<string, T>>): T[] {
  return entriesByKey(record).map(([, value]) => value)
}

export function entriesByKey<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1))
}
