/** What is wrong with the text of a gate, and where. */
import { say, type Said } from '#messages/said.ts'
import { nearest } from '#model/nearest.ts'
import { failed, success, type Result } from '#model/result.ts'

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
  readonly message: Said
}

/** The place of a line of a gate. */
export interface Spot {
  readonly line: number
  readonly column: number
}

export function fault(code: GateFault['code'], { line, column }: Spot, message: Said): GateFault {
  return { code, line, column, message }
}

/** `; did you mean x?`, or nothing where no name is near. */
export function meant(typed: string, names: readonly string[]): Said | '' {
  const near = nearest(typed, names)
  return near === undefined ? '' : say('hint.didYouMean', { meant: near })
}

/** Every name in braces must be one of the placeholders that the preset has. */
export function checkPlaceholders(
  path: string,
  { line, column }: Spot,
  placeholders: readonly string[],
): Result<string, GateFault> {
  for (const found of path.matchAll(/\{([^{}]*)\}|[{}]/g)) {
    const name = found[1]
    const spot = { line, column: column + found.index }
    if (name === undefined) return failed(fault('unknown-placeholder', spot, say('gate.strayBrace')))
    if (placeholders.includes(name)) continue
    const known = placeholders.map((option) => `{${option}}`).join(', ')
    const hint = meant(name, placeholders)
    const message = say('gate.noSuchPlaceholder', { name: `{${name}}`, hint, known })
    return failed(fault('unknown-placeholder', spot, message))
  }
  return success(path)
}
