/**
 * How often a property is tried. In `npm test` an eighth of all its runs, with other values each time; `npm run proof` does
 * all of them (`core/properties.proof.test.ts`), and so does `npm run ledger`, which asks whether a hole would be found.
 */
const fewest = 4

/** What was asked for so far in this process, for the figure of the bar. */
export const asked = { properties: 0, runs: 0 }

export function runs(all: number): number {
  const isWhole = process.env['FORGE_RUNS'] === 'all' || process.env['FORGE_LEDGER'] !== undefined
  const count = isWhole ? all : Math.max(Math.min(fewest, all), Math.ceil(all / 8))
  asked.properties += 1
  asked.runs += count
  return count
}
