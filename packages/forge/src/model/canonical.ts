/**
 * The one canonical text of a JSON value: sorted keys, no spaces, no undefined. Without schemas: a quick view loads
 * none.
 */

/**
 * The canonical text of a value: equal values have equal texts on every machine.
 * Absent and undefined properties are the same; a value that JSON cannot carry is a bug and throws.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`)
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  if (typeof value === 'object') return canonicalObject(value as Record<string, unknown>)
  throw new TypeError(`not a JSON value: ${typeof value}`)
}

function canonicalObject(value: Record<string, unknown>): string {
  const parts: string[] = []
  for (const key of Object.keys(value).toSorted()) {
    const item = value[key]
    if (item !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(item)}`)
  }
  return `{${parts.join(',')}}`
}
