/** Which requests are sent, with how much output allowed, while others are running. */
import { describe, expect, it } from 'vitest'
import { createRunningRequests, type Admission, type Allowance, type Outgoing } from './admission.ts'
import type { Wire } from './routes.ts'
import type { CostOf } from './attempt-usage.ts'

/** Ten dollars for a million tokens of output, two for a million of input: a micro-dollar is a millionth. */
const costOf: CostOf = (model, { inputTokens, outputTokens }) =>
  model === 'priced' ? inputTokens * 2 + outputTokens * 10 : undefined

function outgoing(body: object, allowance: Allowance | (() => Allowance), more: Partial<Outgoing> = {}): Outgoing {
  return {
    door: more.door ?? outgoing,
    wire: 'anthropic',
    model: undefined,
    body: Buffer.from(JSON.stringify({ model: 'priced', ...body })),
    costOf,
    allowance: typeof allowance === 'function' ? allowance : () => allowance,
    gone: new AbortController().signal,
    ...more,
  }
}

/** The body of the request that is sent; undefined when none is. */
function sent(admission: Admission): unknown {
  return admission.end === 'out' ? JSON.parse(admission.body.toString()) : undefined
}

const dollars = (count: number): number => count * 1_000_000

describe('a request', () => {
  it('goes out as it is when what it can cost at most is left', async () => {
    const asked = { max_tokens: 4000, messages: ['x'] }
    expect(sent(await createRunningRequests().admit(outgoing(asked, { costMicros: dollars(1) })))).toEqual({
      model: 'priced',
      ...asked,
    })
    expect(sent(await createRunningRequests().admit(outgoing({}, {})))).toEqual({ model: 'priced' })
  })

  it.each([
    ['anthropic', { max_tokens: 180_000 }, { max_tokens: 5000 }],
    ['responses', {}, { max_output_tokens: 5000 }],
    ['responses', { max_output_tokens: 20_000 }, { max_output_tokens: 5000 }],
    ['chat', {}, { max_completion_tokens: 5000 }],
    ['chat', { max_tokens: 20_000 }, { max_tokens: 5000 }],
    ['chat', { max_completion_tokens: 20_000 }, { max_completion_tokens: 5000 }],
    ['gemini', { generationConfig: { topP: 1 } }, { generationConfig: { topP: 1, maxOutputTokens: 5000 } }],
  ] satisfies [Wire, object, object][])(
    'U-05 of the wire %s with %j may write no more than is left: a request of $1.80 does not pass a limit of $0.05',
    async (wire, body, bound) => {
      const admitted = await createRunningRequests().admit(outgoing(body, { costMicros: dollars(0.05) }, { wire }))
      expect(sent(admitted)).toEqual({ model: 'priced', ...body, ...bound })
    },
  )

  it.each([
    [{ budget_tokens: 6000 }, 0.05, { max_tokens: 5000, thinking: { type: 'enabled', budget_tokens: 4744 } }],
    [{ budget_tokens: 2000 }, 0.05, { max_tokens: 5000, thinking: { type: 'enabled', budget_tokens: 2000 } }],
    [{ budget_tokens: 6000 }, 0.01, { max_tokens: 1000, thinking: { type: 'disabled' } }],
  ])('U-05 that thinks (%j) with $%d left thinks within what it may write', async (thinking, left, bound) => {
    const body = { max_tokens: 8000, thinking: { type: 'enabled', ...thinking } }
    const admitted = await createRunningRequests().admit(outgoing(body, { costMicros: dollars(left) }))
    expect(sent(admitted)).toEqual({ model: 'priced', ...bound })
  })

  it('U-05 that thinks on the wire of Gemini does so within half of what it may write', async () => {
    const body = { generationConfig: { thinkingConfig: { thinkingBudget: 9000 } } }
    const admitted = await createRunningRequests().admit(
      outgoing(body, { costMicros: dollars(0.05) }, { wire: 'gemini' }),
    )
    expect(sent(admitted)).toMatchObject({
      generationConfig: { maxOutputTokens: 5000, thinkingConfig: { thinkingBudget: 2500 } },
    })
  })

  it('U-05 of which next to nothing could be written is refused', async () => {
    const little = { costMicros: dollars(0.002) }
    expect(await createRunningRequests().admit(outgoing({ max_tokens: 4000 }, little))).toMatchObject({
      end: 'cut-off',
      by: 'costMicros',
      left: 2000,
    })
    expect(await createRunningRequests().admit(outgoing({ max_tokens: 100 }, little))).toMatchObject({ end: 'out' })
    expect(await createRunningRequests().admit(outgoing({}, { tokens: 0 }))).toMatchObject({
      end: 'cut-off',
      by: 'tokens',
    })
    expect(await createRunningRequests().admit(outgoing({ model: 'unpriced' }, { costMicros: 0 }))).toMatchObject({
      end: 'cut-off',
    })
  })

  it('R-15 of a model without a price is refused where money is limited, unless that is allowed', async () => {
    const asked = { model: 'unpriced', max_tokens: 4000 }
    const refused = { end: 'cut-off', by: 'costMicros', unpriced: 'unpriced' }
    const dear = { costMicros: dollars(9), tokens: 90_000 }
    expect(await createRunningRequests().admit(outgoing(asked, dear))).toMatchObject(refused)
    expect(await createRunningRequests().admit(outgoing(asked, { attempt: 5 }))).toMatchObject({
      ...refused,
      by: 'attempt',
    })
    expect(await createRunningRequests().admit(outgoing(asked, { tokens: 90_000 }))).toMatchObject({ end: 'out' })
    expect(await createRunningRequests().admit(outgoing(asked, dear, { unpriced: () => 'allowed' }))).toMatchObject({
      end: 'out',
    })
  })

  it('U-05 waits for those that are out when it does not fit beside them, and goes when they have cost less', async () => {
    const outs = createRunningRequests()
    let left = dollars(0.05)
    const asked = outgoing({ max_tokens: 4000 }, () => ({ costMicros: left }))
    const first = await outs.admit(asked)
    if (first.end !== 'out') throw new Error('the first one goes out')
    let second: Admission | undefined
    const waiting = outs.admit(asked).then((admitted) => (second = admitted))
    await new Promise((resolve) => setImmediate(resolve))
    expect(second).toBeUndefined()
    left -= dollars(0.001)
    first.release()
    await waiting
    expect(sent(second as unknown as Admission)).toEqual({ model: 'priced', max_tokens: 4000 })
  })

  it('U-05 waits for nobody when only the money of its own attempt is short', async () => {
    const outs = createRunningRequests()
    const own = { costMicros: dollars(9), attempt: dollars(0.05) }
    await outs.admit(outgoing({ max_tokens: 4000 }, own, { door: { other: 'attempt' } }))
    const admitted = await outs.admit(outgoing({ max_tokens: 180_000 }, own, { door: {} }))
    expect(sent(admitted)).toEqual({ model: 'priced', max_tokens: 5000 })
  })

  it('is forgotten when nobody waits for its answer any more', async () => {
    const outs = createRunningRequests()
    const asked = outgoing({ max_tokens: 4000 }, { costMicros: dollars(0.05) })
    await outs.admit(asked)
    const leaving = new AbortController()
    const waiting = outs.admit({ ...asked, gone: leaving.signal })
    leaving.abort()
    expect(await waiting).toEqual({ end: 'gone' })
  })
})
