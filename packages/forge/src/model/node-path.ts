/** Splitting and joining names of nodes; their schema is in `ids.ts`. */
import type { NodePath, UnitId } from './ids.ts'

/** The unit and the phase of a node path. */
export function splitPath(path: NodePath): readonly [UnitId, string] {
  const slash = path.indexOf('/')
  if (slash < 0) throw new Error(`not a node path: ${path}`)
  const end = path.indexOf('/', slash + 1)
  return [path.slice(0, slash), path.slice(slash + 1, end < 0 ? path.length : end)]
}

export function nodePath(unit: UnitId, phase: string): NodePath {
  return `${unit}/${phase}`
}
