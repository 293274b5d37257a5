/** What `status` and `report` say of the sandbox: an open network is shown, a closed one is not. */
import { expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import { render } from './status-run.ts'
import { renderReport } from './report.ts'
import { spansOf, type Line } from './text/line.ts'

const plain = (line: Line): string =>
  spansOf(line)
    .map((span) => (typeof span === 'string' ? span : span.text))
    .join('')

const held = [
  { held: 'sandbox', network: 'open', attempts: 2 },
  { held: 'sandbox', network: 'closed', attempts: 5 },
  { held: 'agent', network: 'closed', why: raw('bubblewrap is missing'), attempts: 1 },
]

it('status and report say an open network, and a missing sandbox, in the same words', () => {
  const detail = { request: 'x', isDriven: false, confidence: 'low', unread: 0, tokens: 0, held, asked: [], units: [] }
  const money = { costMicros: 0, estimatedMicros: 0, unpricedTokens: 0, unpriced: [] }
  const counted = { unitsDone: 0, unitsTotal: 0, questions: 0, ...money, tokens: 0, landed: null, reason: null }
  const run = { run: 'r-1', status: 'running', outcome: null, percent: 0, at: 0, age: raw('1 s ago'), ...counted }
  const status = render({ runs: [run], detail, next: [] } as never)
  const lists = { units: [], advice: [], openPoints: [], documents: [], learnings: [], next: [] }
  const report = renderReport({ ...run, ...lists, held, retries: 0, activeMinutes: 0 } as never)
  for (const lines of [status, report]) {
    const texts = lines.map((line) => plain(line))
    expect(texts).toContain('  2 attempts: in the sandbox, network open')
    expect(texts.filter((text) => /attempts?: /.test(text))).toHaveLength(2)
  }
})
