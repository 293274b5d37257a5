/**
 * The share of a long bar's work that this run has to do: all of it, or, when `FORGE_THIRD` is 0, 1 or 2, every third item
 * from there on. `npm run proof` sets it from the commit, so that three commits in a row do the whole on average.
 */
export function share<Item>(items: readonly Item[]): Item[] {
  const third = process.env['FORGE_THIRD']
  if (third === undefined || third === '') return [...items]
  if (!['0', '1', '2'].includes(third)) throw new Error(`FORGE_THIRD is ${third}, not 0, 1 or 2`)
  return items.filter((_, index) => index % 3 === Number(third))
}
