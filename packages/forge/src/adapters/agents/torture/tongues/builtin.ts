/** The fake agent in the place of the built-in one: Forge's own events, as any program may print them, and an end of its own. */
import { createInterface } from 'node:readline'
import type { Json } from '#model/json.ts'
import { createEars, type Stage, type Tongue } from '#adapters/agents/torture/tongue.ts'
import { commandTongue } from './command.ts'

export function builtinTongue(stage: Stage): Tongue {
  const { print } = stage
  let last: Json = {}
  const { prompt, hear, again } = createEars(() => print(last))
  let isOver: () => void = () => undefined
  const over = new Promise<void>((resolve) => (isOver = resolve))
  const finish = (more: { readonly [key: string]: Json }): void => {
    last = { type: 'finished', text: '', ...more }
    print(last)
  }
  const lines = createInterface({ input: process.stdin })
  lines.on('line', hear)
  lines.on('close', () => isOver())
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
