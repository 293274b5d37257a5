/**
 * The names that go into paths and refs, without a schema: `ids.ts` has those. `constructor` is the one such name that every
 * plain object answers to; names are keys of records, so nothing may be called so.
 */
export const slugPattern = /^(?!constructor$)[a-z0-9][a-z0-9-]{0,62}$/

/** The name itself; anything else is a bug of whoever names. */
export function slugOf(name: string): string {
  if (!slugPattern.test(name)) throw new TypeError(`not a slug: ${name}`)
  return name
}

/** What a text is called where only such names may stand: its letters without their marks. Empty when it has none. */
export function slugFrom(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}
