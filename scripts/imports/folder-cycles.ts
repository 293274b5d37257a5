/**
 * Cycles between the folders of one room. Files without a cycle can still make one between their folders, and then
 * neither folder can be understood before the other. A folder and the folder inside it count as one: `engine` and
 * `engine/perform` may call each other.
 */
import { posix } from 'node:path'
import type { Modules } from './modules.ts'

/** Rooms whose folders may still import each other in a cycle, with the reason. */
const roomsWithCycles: Readonly<Record<string, string>> = {
  forge: 'its steps share parts that have no folder of their own yet',
}

/** Folder → the folders of the same room that it imports, each with one import as the example. */
type Edges = ReadonlyMap<string, ReadonlyMap<string, string>>

/** One sentence per cycle found, each with an import for every step of it. */
export function findFolderCycles(modules: Modules): string[] {
  const edges = edgesOf(modules)
  const cycles: string[] = []
  const finished = new Set<string>()

  const visit = (folder: string, trail: readonly string[]): void => {
    const seenAt = trail.indexOf(folder)
    if (seenAt !== -1) {
      cycles.push(cycleText([...trail.slice(seenAt), folder], edges))
      return
    }
    if (finished.has(folder)) return
    for (const target of edges.get(folder)?.keys() ?? []) visit(target, [...trail, folder])
    finished.add(folder)
  }

  for (const folder of edges.keys()) visit(folder, [])
  return cycles
}

function edgesOf(modules: Modules): Edges {
  const edges = new Map<string, Map<string, string>>()
  for (const [path, imports] of modules) {
    const from = posix.dirname(path)
    for (const { target } of imports) {
      if (target.kind !== 'module' || !isCounted(from, posix.dirname(target.path))) continue
      const targets = edges.get(from) ?? new Map<string, string>()
      targets.set(posix.dirname(target.path), `${path} imports ${target.path}`)
      edges.set(from, targets)
    }
  }
  return edges
}

function isCounted(from: string, to: string): boolean {
  const room = from.split('/')[0] ?? ''
  if (room !== to.split('/')[0] || Object.hasOwn(roomsWithCycles, room)) return false
  return from !== to && !from.startsWith(`${to}/`) && !to.startsWith(`${from}/`)
}

function cycleText(folders: readonly string[], edges: Edges): string {
  const examples = folders.slice(1).map((to, index) => edges.get(folders[index] ?? '')?.get(to) ?? '')
  return `folder cycle: ${folders.join(' → ')} (${examples.join('; ')})`
}
