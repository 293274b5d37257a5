/** The bounded summary of a phase: text from its answer, everything else from Forge's own observations. */
import { render } from '#messages/render.ts'
import type { Outcome } from '#model/attempt.ts'
import { defined } from '#model/defined.ts'
import { hashOf, hashText } from '#model/digest.ts'
import type { Json } from '#model/json.ts'
import type { PhaseRecord } from '#model/phase-record.ts'
import type { Judgement } from './judge.ts'

export interface Recorded {
  readonly judgement: Judgement
  readonly outcome: Outcome
  readonly at: number
  readonly phase: string
  readonly title: string
  readonly route: PhaseRecord['route']
}

/** Undefined where no agent answered, or where the answer does not count. */
export function recordOf({ judgement, outcome, at, phase, title, route }: Recorded): PhaseRecord | undefined {
  const { verdict, findings } = judgement
  if (verdict === 'none' || !('answer' in outcome)) return undefined
  const artifactRef = artifactOf(phase, judgement, outcome)
  return {
    objective: clipped(title, 280),
    keyChanges: linesIn(outcome.answer),
    findings: findings.slice(0, mostLines).map(({ claim }) => clipped(render(claim, 'en'), 200)),
    verdict: outcome.status !== 'judged' ? 'n/a' : verdict === 'pass' ? 'approved' : 'revision',
    writtenAt: at,
    ...defined({ artifactRef, route }),
    filesChanged: outcome.status === 'worked' ? outcome.changed.slice(0, 100) : [],
  }
}

const mostLines = 12

function clipped(text: string, most: number): string {
  const line = text.trim().replaceAll(/\s+/g, ' ') || '-'
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`
}

/** The schema has accepted the answer, so its fields have their shape. */
function linesIn(answer: Json): string[] {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return []
  const lines = (answer as Readonly<Record<string, Json>>)['keyChanges']
  return Array.isArray(lines)
    ? lines.flatMap((line) => (typeof line === 'string' ? [line] : [])).slice(0, mostLines)
    : []
}

function artifactOf(phase: string, { plan, document }: Judgement, outcome: Outcome): string | undefined {
  if (outcome.status === 'worked') return `commit:${outcome.head}`
  if (document !== undefined) return `document:${phase}@${hashText(document)}`
  return plan === undefined ? undefined : `plan:${hashOf(plan)}`
}
