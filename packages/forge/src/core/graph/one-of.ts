/** Several alternatives, as a sentence names them: `light or standard or heavy`. */
import { say, type Value } from '#messages/said.ts'

export function either([first = '', ...rest]: readonly Value[]): Value {
  return rest.reduce((one, other) => say('value.oneOrOther', { one, other }), first)
}
