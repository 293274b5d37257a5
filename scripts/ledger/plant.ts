/**
 * A plant: a small replacement inside one production function (or one data file) that removes a capability.
 * The test that the ledger names for the capability must then fail by assertion.
 */
import { locate } from './locate.ts'

export interface Plant {
  /** The row of docs/capabilities.md. */
  readonly id: string
  /** From packages/forge/src, such as `core/route/route.ts`; a data file such as `presets/sprint.yaml` has no function. */
  readonly module: string
  /** A function, const, `Class.method`, `outer.inner` or `table.property`: its path, or an unambiguous suffix of it. */
  readonly function?: string
  /** Occurs exactly once in that function. Without it the whole body (or the value of the const) is replaced. */
  readonly find?: string
  readonly replace: string
}

export type Applied = { readonly text: string } | { readonly objection: string }

/** A plant's name on the ledger's page. */
export function plantName({ module, function: name }: Plant): string {
  return name === undefined ? module : `${module}#${name}`
}

/** The source of the module with the plant in it, or why it does not apply. */
export function applyPlant(source: string, plant: Plant): Applied {
  const found = rangeOf(source, plant)
  if ('objection' in found) return found
  const replaced = source.slice(0, found.start) + found.replacement + source.slice(found.end)
  if (replaced === source) return { objection: 'changes nothing' }
  if (plant.function === undefined) return { text: replaced }
  const parsed = locate(plant.module, replaced)
  return parsed.errors.length > 0 ? { objection: `is no TypeScript: ${parsed.errors.join('; ')}` } : { text: replaced }
}

interface Range {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

function rangeOf(source: string, plant: Plant): Range | { objection: string } {
  if (plant.function === undefined) {
    if (plant.find === undefined) return { objection: 'names neither a function nor a text to find' }
    return findOnce(source, { start: 0, end: source.length }, plant.find, plant.replace)
  }
  const name = plant.function
  const all = locate(plant.module, source).functions
  const whole = all.filter(({ path }) => path === name)
  const matches = whole.length > 0 ? whole : all.filter(({ path }) => path.endsWith(`.${name}`))
  const [match, ...others] = matches
  if (match === undefined) return { objection: `has no function ${name}` }
  if (others.length > 0)
    return { objection: `has ${matches.length} functions ${name}: ${matches.map(({ path }) => path).join(', ')}` }
  if (plant.find !== undefined) return findOnce(source, match, plant.find, plant.replace)
  return { ...match.body, replacement: match.isBlock ? `{\n${plant.replace}\n}` : `(${plant.replace})` }
}

function findOnce(
  source: string,
  range: { start: number; end: number },
  find: string,
  replacement: string,
): Range | { objection: string } {
  const first = source.slice(range.start, range.end).indexOf(find)
  const last = source.slice(range.start, range.end).lastIndexOf(find)
  if (find === '' || first === -1) return { objection: `does not hold the text to find: ${find}` }
  if (first !== last) return { objection: `holds the text to find more than once: ${find}` }
  const start = range.start + first
  return { start, end: start + find.length, replacement }
}
