/** Plant: a judge's word that nobody knows is taken for approval. */
import type { Outcome } from '#model/attempt.ts'
import { judgeOutcome as production, type JudgeRequest, type Judgement } from '#core/verdict/judge.ts'

export * from '#core/verdict/judge.ts'

export function judgeOutcome(asked: JudgeRequest, outcome: Outcome): Judgement {
  const judgement = production(asked, outcome)
  if (outcome.status !== 'judged' || judgement.verdict !== 'none') return judgement
  return { verdict: 'pass', raw: 'assumed', failure: undefined, findings: [] }
}
