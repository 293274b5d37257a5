/** The results for docs/threats.md: of hostile agents (bar B6), of tests that name a threat (bar T1), of bars. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProofSummary } from '../proof-summary.ts'
import type { TestReport } from '../report.ts'
import { cache } from '../run.ts'
import type { Mode, Outcome, ThreatId } from './threat.ts'

export interface AgentResult {
  readonly name: string
  readonly threat: ThreatId
  readonly mode: Mode
  readonly outcome: Outcome
  /** How it deviated from the expected outcome. */
  readonly fault?: string | undefined
}

export interface Results {
  readonly agents: readonly AgentResult[]
  /** The report of the tests that name a threat; undefined when there is none. */
  readonly tests: TestReport | undefined
  readonly bars: ProofSummary['bars']
}

export const agentsPath = join(cache, 'hostile-agents.json')
export const testsPath = join(cache, 'threat-tests.json')

export function readAgents(): readonly AgentResult[] {
  try {
    return JSON.parse(readFileSync(agentsPath, 'utf8')) as AgentResult[]
  } catch {
    return []
  }
}

/** Starts with only the agents that will run: one that never ends stays `not run`. */
export function expectAgents(expected: readonly Omit<AgentResult, 'outcome'>[]): void {
  rmSync(agentsPath, { force: true })
  keep(expected.map((one) => ({ ...one, outcome: 'not run' })))
}

export function keepAgents(mode: Mode, results: readonly Omit<AgentResult, 'mode'>[]): void {
  const isNew = (one: AgentResult): boolean => one.mode === mode && results.some(({ name }) => name === one.name)
  const others = readAgents().filter((one) => !isNew(one))
  keep([...others, ...results.map((result) => ({ ...result, mode }))])
}

function keep(results: readonly AgentResult[]): void {
  mkdirSync(cache, { recursive: true })
  writeFileSync(agentsPath, JSON.stringify(results, undefined, 2))
}
