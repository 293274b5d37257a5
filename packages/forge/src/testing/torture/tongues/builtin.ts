/** The fake agent in place of the built-in one: Forge's own events, as any program may print them, and its own end. */
import type { Json } from '#model/json.ts'
import { createLineInput, readLines, type Stage, type WireFormat } from '#testing/torture/wire-format.ts'
import { commandTongue } from './command.ts'

export function builtinTongue(stage: Stage): WireFormat {
  const { print } = stage
  let last: Json = {}
  const { prompt, hear, again } = createLineInput(() => print(last))
  let isOver: () => void = () => undefined
  const over = new Promise<void>((resolve) => (isOver = resolve))
  const finish = (more: { readonly [key: string]: Json }): void => {
    last = { type: 'finished', text: '', ...more }
    print(last)
  }
  readLines(() => isOver(), hear)
  return {
    ...commandTongue(stage),
    listen: () => prompt,
    again,
    limited: (retryAfterMs) => print({ type: 'rate_limited', status: 429, retryAfterMs }),
    answer: (structured) => finish({ structured }),
    finish: () => finish({}),
    farewell: () => over,
  }
}
