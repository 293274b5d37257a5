/** The fake agent in the place of the built-in one: Forge's own events, as any program may print them, and an end of its own. */
import type { Stage, Tongue } from '#adapters/agents/torture/tongue.ts'
import { commandTongue } from './command.ts'

export function builtinTongue(stage: Stage): Tongue {
  const { print } = stage
  return {
    ...commandTongue(stage),
    limited: (retryAfterMs) => print({ type: 'rate_limited', status: 429, retryAfterMs }),
    answer: (structured) => print({ type: 'finished', text: '', structured }),
    finish: () => print({ type: 'finished', text: '' }),
  }
}
