/**
 * Decides whether a request may be sent (U-05, I-31).
 *
 * 1. A running request reserves its maximum cost: its allowed output and its input.
 * 2. A request that does not fit beside them waits for them, because most cost less than reserved.
 * 3. A request that does not fit alone gets only as much output as can be paid for. So the overrun is at most the input
 *    of one request.
 * 4. A request to a model without a price is refused if money is limited, because its cost is unknown, unless such
 *    models are allowed.
 * 5. A request with almost no output left is refused: its answer would be paid for and cut off.
 */
import type { CutOffBy } from '#model/provider-failure.ts'
import { readAsked, withOutputBound } from './output-bound.ts'
import type { Wire } from './routes.ts'
import type { CostOf } from './attempt-usage.ts'
import { noTokens } from './tokens.ts'

/** What requests may still use, running ones not subtracted. Absent: no limit of that kind. */
export type Allowance = { readonly [By in CutOffBy]?: number }

export interface Outgoing {
  /** Identifies the attempt of the request: the limit `attempt` applies to it alone. */
  readonly door: object
  readonly wire: Wire
  readonly model: string | undefined
  readonly body: Buffer
  readonly costOf: CostOf | undefined
  readonly allowance: () => Allowance
  readonly unpriced?: (() => 'allowed' | 'refused') | undefined
  /** Aborts when no agent waits for the answer any more. */
  readonly gone: AbortSignal
}

export type Admission =
  | { readonly end: 'out'; readonly body: Buffer; readonly release: () => void }
  | { readonly end: 'cut-off'; readonly by: CutOffBy; readonly left: number; readonly unpriced?: string }
  | { readonly end: 'gone' }

/** Running requests of all attempts that spend the same money. */
export interface RunningRequests {
  admit(outgoing: Outgoing): Promise<Admission>
}

/** The output of a model without a bound. */
const mostOutput = 128_000
/** Shorter answers are useless to an agent. */
const fewestOutput = 256
/** A lower bound; almost all tokens are longer. */
const bytesPerToken = 3
const lookAgainMs = 5000

interface Need {
  readonly isUnpriced: boolean
  /** What the request would use of each limit, for so many output tokens. */
  cost(by: CutOffBy, output: number): number
  /** The input, of which only an estimate is known beforehand. */
  input(by: CutOffBy): number
}

interface Reservation {
  readonly door: object
  readonly need: Need
  readonly output: number
}

export function createRunningRequests(): RunningRequests {
  const held = new Set<Reservation>()
  let releases: (() => void)[] = []
  const heldOf = (by: CutOffBy, door: object): number =>
    [...held]
      .filter((one) => by !== 'attempt' || one.door === door)
      .reduce((sum, { need, output }) => sum + need.cost(by, output) + need.input(by), 0)

  function hold(one: Reservation): () => void {
    held.add(one)
    return () => {
      held.delete(one)
      const waiting = releases
      releases = []
      for (const wake of waiting) wake()
    }
  }
  const released = (gone: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, lookAgainMs)
      const wake = (): void => {
        clearTimeout(timer)
        resolve()
      }
      releases.push(wake)
      gone.addEventListener('abort', wake, { once: true })
    })

  return {
    async admit({ door, wire, model, body, costOf, allowance, unpriced, gone }) {
      const asked = readAsked(wire, body)
      const name = asked?.model ?? model ?? ''
      const need = needOf(name, body.length, costOf)
      const wanted = asked?.outputTokens ?? mostOutput
      for (;;) {
        if (gone.aborted) return { end: 'gone' }
        const limits = Object.entries(allowance()) as [CutOffBy, number][]
        const money = limits.find(([by]) => by !== 'tokens')
        if (money !== undefined && need.isUnpriced && unpriced?.() !== 'allowed')
          return { end: 'cut-off', by: money[0], left: money[1], unpriced: name }
        const tight = limits.filter(
          ([by, left]) => left <= 0 || heldOf(by, door) + need.cost(by, wanted) + need.input(by) > left,
        )
        if (tight.length === 0) return { end: 'out', body, release: hold({ door, need, output: wanted }) }
        if (tight.some(([by]) => heldOf(by, door) > 0)) {
          await released(gone)
          continue
        }
        const [by, output, left] = tightestOf(tight, need)
        if (left <= 0 || output < Math.min(fewestOutput, wanted)) return { end: 'cut-off', by, left }
        const bound = Math.min(wanted, output)
        const isBound = bound < (asked?.outputTokens ?? Infinity) && asked !== undefined
        return {
          end: 'out',
          body: isBound ? withOutputBound(wire, body, bound) : body,
          release: hold({ door, need, output: bound }),
        }
      }
    },
  }
}

function needOf(model: string, bytes: number, costOf: CostOf | undefined): Need {
  const said = Math.ceil(bytes / bytesPerToken)
  const million = 1_000_000
  // Output costs more after a long prompt, so the price is asked for together with the input.
  const input = costOf?.(model, { ...noTokens, inputTokens: said })
  const both = costOf?.(model, { ...noTokens, inputTokens: said, outputTokens: million })
  const each = input === undefined || both === undefined ? 0 : (both - input) / million
  return {
    isUnpriced: costOf !== undefined && input === undefined,
    cost: (by, tokens) => (by === 'tokens' ? tokens : tokens * each),
    input: (by) => (by === 'tokens' ? said : (input ?? 0)),
  }
}

/** The limit that allows the least output, and how much. */
function tightestOf(limits: readonly [CutOffBy, number][], need: Need): [CutOffBy, number, number] {
  const rows = limits.map(([by, left]): [CutOffBy, number, number] => {
    const each = need.cost(by, 1)
    return [by, left <= 0 ? 0 : each === 0 ? Infinity : Math.floor(left / each), left]
  })
  return rows.toSorted((one, other) => one[1] - other[1])[0] ?? ['tokens', Infinity, Infinity]
}
