/** Runs schedules with one planted bug: `node --conditions=source soil.ts <plant>`. Prints one JSON line. */
import { registerHooks } from 'node:module'
import { plants } from './list.ts'

const plant = plants.find(({ name }) => name === process.argv[2])
if (plant === undefined) throw new Error(`no plant ${process.argv[2]}`)

const source = new URL(`../../../src/${plant.replaces}`, import.meta.url).href
const planted = new URL(plant.by, import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    // The plant itself sees the production module; everybody else sees the plant.
    return resolved.url === source && context.parentURL !== planted ? { ...resolved, url: planted } : resolved
  },
})

const { runBatch } = await import('#testing/simulator/batch.ts')
const seeds = Array.from({ length: 1000 }, (_, index) => index + 1)
const result = await runBatch({ seeds, doublechecked: 0, journal: 'memory', until: 'first violation' })
const first = result.violations[0]
console.log(JSON.stringify(first === undefined ? {} : { schedule: result.schedules, invariant: first.invariant }))
