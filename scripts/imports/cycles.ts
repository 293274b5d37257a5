/** Import cycles: modules that cannot be understood one at a time. */
import type { Modules } from './modules.ts'

/** One sentence per cycle found, each cycle once. */
export function findCycles(modules: Modules): string[] {
  const cycles: string[] = []
  const finished = new Set<string>()

  const visit = (path: string, trail: readonly string[]): void => {
    const seenAt = trail.indexOf(path)
    if (seenAt !== -1) {
      cycles.push(`import cycle: ${[...trail.slice(seenAt), path].join(' → ')}`)
      return
    }
    if (finished.has(path)) return
    for (const { target } of modules.get(path) ?? []) {
      if (target.kind === 'module') visit(target.path, [...trail, path])
    }
    finished.add(path)
  }

  for (const path of modules.keys()) visit(path, [])
  return cycles
}
