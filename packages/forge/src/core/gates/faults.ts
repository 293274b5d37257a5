/** What is wrong with a written gate, and where. */
import { nearest } from '#model/nearest.ts'
import { failed, success, type Result } from '#model/result.ts'
import { Placeholder } from '#model/gate.ts'

export interface GateFault {
  readonly code:
    | 'unknown-directive'
    | 'bad-operator'
    | 'bad-minimum'
    | 'bad-value'
    | 'bad-field'
    | 'unknown-placeholder'
    | 'duplicate-block'
    | 'unterminated-block'
    | 'bad-block'
  /** Counted from 1. */
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Where a line of a gate stands. */
export interface Spot {
  readonly line: number
  readonly column: number
}

export function fault(code: GateFault['code'], { line, column }: Spot, message: string): GateFault {
  return { code, line, column, message }
}

/** `; did you mean x?`, or nothing where no name is near. */
export function meant(typed: string, names: readonly string[]): string {
  const near = nearest(typed, names)
  return near === undefined ? '' : `; did you mean ${near}?`
}

/** Every name in braces must be one that Forge can fill. */
export function checkPlaceholders(path: string, { line, column }: Spot): Result<string, GateFault> {
  for (const found of path.matchAll(/\{([^{}]*)\}|[{}]/g)) {
    const name = found[1]
    const spot = { line, column: column + found.index }
    if (name === undefined) return failed(fault('unknown-placeholder', spot, `a brace that belongs to no placeholder`))
    if (Placeholder.safeParse(name).success) continue
    const known = Placeholder.options.map((option) => `{${option}}`).join(', ')
    const message = `there is no placeholder {${name}}${meant(name, Placeholder.options)} (known: ${known})`
    return failed(fault('unknown-placeholder', spot, message))
  }
  return success(path)
}
