/** docs/threats.md is made from results: also when they are bad, or missing. */
import { describe, expect, it } from 'vitest'
import { threatsPage } from './page.ts'
import type { AgentResult, Results } from './results.ts'
import type { Evidence, Threat } from './threat.ts'

const file = 'packages/forge/test/sandbox/home.test.ts'
const evidence: readonly Evidence[] = [
  { by: { file }, shows: 'held', mode: 'sandbox' },
  { by: { bar: 'B7' }, shows: 'held' },
]
const threat: Threat = { id: 'T-2', threat: 'An agent reads keys', evidence }
const agent: AgentResult = { name: 'reads-keys', threat: 'T-2', mode: 'sandbox', outcome: 'held' }
const bar = { id: 'B7', title: 'hostile git', isPassed: true, figure: '0 executions', seconds: 1 }

const reported = (...statuses: readonly string[]): Results['tests'] => ({
  numPassedTests: 1,
  numFailedTests: 0,
  success: true,
  testResults: [
    {
      name: `/anywhere/${file}`,
      status: 'passed',
      assertionResults: [
        ...statuses.map((status) => ({ fullName: `a home T-2 ${status}`, status })),
        { fullName: 'a home T-22 of another threat', status: 'failed' },
      ],
    },
  ],
})

const good: Results = { agents: [agent], tests: reported('passed', 'passed'), bars: [bar] }

/** The cells of the one row: in the sandbox, without it. */
function cellsOf(results: Partial<Results>, of: Partial<Threat> = {}): readonly string[] {
  const page = threatsPage([{ ...threat, ...of }], { ...good, ...results }, { commit: 'abc', at: new Date(0) })
  const row = page.split('\n').find((line) => line.startsWith('| T-2 |')) ?? ''
  return row
    .split(' | ')
    .slice(2)
    .map((cell) => cell.replace(/ \|$/u, ''))
}

describe('a row of the page', () => {
  it('counts what passed, by mode and by kind', () => {
    expect(cellsOf({})).toEqual(['held: 1 agent, 2 tests, bar B7', 'held: bar B7'])
    const seen: AgentResult = { ...agent, mode: 'none', outcome: 'detected' }
    expect(cellsOf({ agents: [agent, seen, { ...seen, name: 'other' }] })[1]).toBe('detected: 2 agents<br>held: bar B7')
  })

  it('says which agent escaped, before everything else, and how', () => {
    const escaped: AgentResult = { ...agent, outcome: 'escaped', fault: 'merged pwned.txt' }
    expect(cellsOf({ agents: [escaped] })[0]).toBe('**escaped**: 1 agent (reads-keys)<br>held: 2 tests, bar B7')
    const page = threatsPage([threat], { ...good, agents: [escaped] }, { commit: 'abc', at: new Date(0) })
    expect(page).toContain('; 1 escapes\n')
    expect(page).toContain('- `reads-keys`, in the sandbox: merged pwned.txt\n')
    expect(threatsPage([threat], good, { commit: 'abc', at: new Date(0) })).not.toContain('## Escapes')
  })

  it('says which test or bar failed or has no result', () => {
    expect(cellsOf({ tests: reported('passed', 'failed') })[0]).toContain('**failed**: 1 test (a home T-2 failed)')
    expect(cellsOf({ tests: reported('skipped') })[0]).toContain(`**not run**: 1 test (${file})`)
    expect(cellsOf({ tests: undefined })[0]).toContain(`**not run**: 1 test (${file})`)
    expect(cellsOf({ bars: [] })[1]).toBe('**not run**: bar B7 (B7)')
    expect(cellsOf({ bars: [bar, { ...bar, isPassed: false }] })[1]).toBe('**failed**: bar B7 (B7)')
    expect(cellsOf({ agents: [{ ...agent, outcome: 'not run' }] })[0]).toContain('**not run**: 1 agent')
  })

  it('says what nobody can tell, what is not built, and that there is no evidence', () => {
    const unseen: AgentResult = { ...agent, mode: 'none', outcome: 'not detectable' }
    expect(cellsOf({ agents: [unseen] }, { evidence: [], left: { none: 'all that you can read' } })).toEqual([
      '**no evidence**',
      'not detectable: all that you can read (1 agent)',
    ])
    expect(cellsOf({ agents: [] }, { evidence: [], unbuilt: 'a dashboard' })).toEqual([
      'not built yet: a dashboard',
      'the same',
    ])
  })
})

it('names commit and date, and what shows a row, with the figures of bars', () => {
  const page = threatsPage([threat], good, { commit: 'abc', at: new Date(0) })
  expect(page).toContain('- commit: abc\n- date: 1970-01-01\n- agents: 1 in the sandbox, 0 without it; 0 escapes\n')
  expect(page).toContain(`| T-2 | \`reads-keys\` | [sandbox/home.test.ts](../${file}), B7: 0 executions |`)
})
