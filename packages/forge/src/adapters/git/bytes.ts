/** What git prints, as text and as fields between NULs. Only UTF-8 names count as names. */

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lossy = new TextDecoder('utf-8', { ignoreBOM: true })

/** The first line, for answers of one line. */
export function firstLine(bytes: Uint8Array): string {
  return lossy.decode(bytes).split('\n', 1)[0]?.trim() ?? ''
}

export function textOf(bytes: Uint8Array): string {
  return lossy.decode(bytes)
}

/** NUL-terminated fields, unchanged. */
export function fieldsOf(bytes: Uint8Array): Uint8Array[] {
  const fields: Uint8Array[] = []
  let start = 0
  for (let end = bytes.indexOf(0, start); end !== -1; end = bytes.indexOf(0, start)) {
    fields.push(bytes.subarray(start, end))
    start = end + 1
  }
  if (start < bytes.length) fields.push(bytes.subarray(start))
  return fields
}

/** The name as UTF-8; undefined when the bytes are not. */
export function nameOf(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

/** For display only: bytes that are not UTF-8 become replacement characters. */
export function shownName(bytes: Uint8Array): string {
  return lossy.decode(bytes)
}
