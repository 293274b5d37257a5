/** Taking names of nodes apart and putting them together; what a name may be is in `ids.ts`. */
import type { NodePath, UnitId } from './ids.ts'

/** The unit and the phase of a node path. */
export function splitPath(path: NodePath): readonly [UnitId, string] {
  const [unit, phase] = path.split('/')
  if (unit === undefined || phase === undefined) throw new Error(`not a node path: ${path}`)
  return [unit, phase]
}

export function nodePath(unit: UnitId, phase: string): NodePath {
  return `${unit}/${phase}`
}
