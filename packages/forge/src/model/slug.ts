/**
 * The names that go into paths and refs, without a schema: `ids.ts` has those. Every plain object has a property
 * `constructor`; names are keys of records, so that name is refused.
 */
export const slugPattern = /^(?!constructor$)[a-z0-9][a-z0-9-]{0,62}$/

/** The name itself; anything else is a bug of the caller. */
export function slugOf(name: string): string {
  if (!slugPattern.test(name)) throw new TypeError(`not a slug: ${name}`)
  return name
}

/** A slug for a text: its letters without their marks. Empty when it has none. */
export function slugFrom(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}
