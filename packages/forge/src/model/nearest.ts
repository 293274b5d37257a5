/** Did you mean …? The nearest of some names, when one is near enough to be a typo. */

export function nearest(typed: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, distance: distanceOf(typed.toLowerCase(), name.toLowerCase()) }))
    .toSorted((one, other) => one.distance - other.distance)
  const [best] = ranked
  if (best === undefined) return undefined
  return best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined
}

/** Edit distance: insertions, deletions, replacements and swaps of neighbours. */
function distanceOf(one: string, other: string): number {
  const [a, b] = [one.slice(0, 60), other.slice(0, 60)]
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const at = (up: number, left: number): number => (up === 0 ? row : rows[i - up])?.[j - left] ?? Infinity
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + change, isSwap ? at(2, 2) + 1 : Infinity))
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? Infinity
}
