/**
 * The size of each room of the house, by the first folder below `src`: product code, data and test equipment counted
 * separately. Tests are not counted. Printed by `npm run check`.
 */
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'

const src = 'packages/forge/src'

type Kind = 'product' | 'data' | 'testing'

interface File {
  readonly path: string
  readonly lines: number
}

/** Texts for people and for agents, and tables about other programs: they grow with their subject. */
const data: readonly RegExp[] = [
  /^messages\/(en|pt-BR)\//,
  /\.(md|yaml)$/,
  /^presets\/model-tiers\.ts$/,
  /^adapters\/agents\/acp\/(quirks|programs)\.ts$/,
  /^adapters\/prices\/supplement\.ts$/,
]

function kindOf(path: string): Kind {
  if (path.startsWith('testing/')) return 'testing'
  return data.some((pattern) => pattern.test(path)) ? 'data' : 'product'
}

function roomOf(path: string): string {
  const [room = '', inside] = path.split('/')
  return inside === undefined ? '(root)' : room
}

export function roomsLines(files: readonly File[]): string {
  const sums = { product: 0, data: 0, testing: 0 }
  for (const { path, lines } of files) sums[kindOf(path)] += lines
  const shown = (['product', 'data', 'testing'] as const).map(
    (kind) => `${kind} ${sums[kind]}: ${eachRoom(files.filter(({ path }) => kindOf(path) === kind))}`,
  )
  return ['lines in src', ...shown, `sum ${sums.product + sums.data + sums.testing}`].join('\n  ')
}

/** The largest first. */
function eachRoom(files: readonly File[]): string {
  const rooms = new Map<string, number>()
  for (const { path, lines } of files) rooms.set(roomOf(path), (rooms.get(roomOf(path)) ?? 0) + lines)
  const sorted = [...rooms].toSorted(([, one], [, other]) => other - one)
  return sorted.map(([room, lines]) => `${room} ${lines}`).join(', ')
}

export async function measureFiles(): Promise<readonly File[]> {
  const files: File[] = []
  for await (const path of glob('**/*.{ts,md,yaml}', { cwd: src }))
    if (!path.endsWith('.test.ts'))
      files.push({ path, lines: readFileSync(`${src}/${path}`, 'utf8').split('\n').length - 1 })
  return files
}

if (import.meta.main) console.log(roomsLines(await measureFiles()))
