/** Removes a secret from recorded values: erases texts, and updates every hash of something that changed. */
import { canonicalJson } from '#model/canonical.ts'
import { hashOf, hashText } from '#model/digest.ts'

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain }
export type Erase = (text: string) => string
export type Rehash = ReadonlyMap<string, string>

/** Every text in it, including names of fields. */
function mapTexts(value: Plain, change: Erase): Plain {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: Plain) => mapTexts(item, change))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [change(name), mapTexts(part, change)]))
}

/** Recomputes sizes that are recorded beside the text that they measure. */
function measured(before: Plain, after: Plain): Plain {
  if (typeof after !== 'object' || after === null || typeof before !== 'object' || before === null) return after
  if (Array.isArray(after) && Array.isArray(before))
    return after.map((item: Plain, index) => measured(before[index] as Plain, item))
  const [was, is] = [before as Record<string, Plain>, after as Record<string, Plain>]
  const names = Object.keys(was)
  const parts = Object.fromEntries(
    Object.entries(is).map(([name, part], index) => [name, measured(was[names[index] ?? ''] ?? null, part)]),
  )
  const isMeasure = typeof was['text'] === 'string' && was['bytes'] === Buffer.byteLength(was['text'])
  return isMeasure && typeof is['text'] === 'string' ? { ...parts, bytes: Buffer.byteLength(is['text']) } : parts
}

const hashes = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g

/** The value as it will be written. */
export function cleaned(value: Plain, erase: Erase, rehash: Rehash): Plain {
  const erased = mapTexts(value, erase)
  const sized = canonicalJson(erased) === canonicalJson(value) ? erased : measured(value, erased)
  if (rehash.size === 0) return sized
  return mapTexts(sized, (text) => text.replaceAll(hashes, (hash) => rehash.get(hash) ?? hash))
}

/** Hashes of everything in `before` that differs in `after`. */
function changedHashes(before: Plain, after: Plain, into: Map<string, string>): void {
  if (canonicalJson(before) === canonicalJson(after)) return
  into.set(hashOf(before), hashOf(after))
  if (typeof before === 'string' && typeof after === 'string') into.set(hashText(before), hashText(after))
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return
  const [was, is] = [Object.values(before), Object.values(after)]
  for (const [index, part] of was.entries()) changedHashes(part, is[index] as Plain, into)
}

/** Hashes of hashes: a few rounds, until nothing more changes. */
const mostRounds = 12

export function rehashOf(bodies: readonly string[], erase: Erase, blobs: Rehash): Rehash {
  const values = bodies.map((body) => JSON.parse(body) as Plain)
  let known: Rehash = blobs
  for (let round = 0; round < mostRounds; round += 1) {
    const found = new Map(blobs)
    for (const value of values) changedHashes(value, cleaned(value, erase, known), found)
    if (canonicalJson(Object.fromEntries(found)) === canonicalJson(Object.fromEntries(known))) break
    known = found
  }
  return known
}

/** A text that may be JSON: then it is cleaned value by value, so that it stays JSON. */
export function cleanedText(text: string, erase: Erase, rehash: Rehash): string {
  try {
    return canonicalJson(cleaned(JSON.parse(text) as Plain, erase, rehash))
  } catch {
    return cleaned(text, erase, rehash) as string
  }
}
