/** Findings as text for the agent that fixes them: the worst first, each with its place. */
import { linesOf } from '#messages/lines.ts'
import { raw, say, type Said } from '#messages/said.ts'
import type { RecordedFinding } from '#model/verdict.ts'

const rank: Readonly<Record<RecordedFinding['severity'], number>> = { error: 0, warning: 1, note: 2 }

/** What a judge said, followed by its findings. */
export function withFindings(summary: string, findings: readonly RecordedFinding[]): Said {
  const worstFirst = findings.toSorted((one, other) => rank[one.severity] - rank[other.severity])
  return linesOf([...(summary === '' ? [] : [raw(summary)]), ...worstFirst.map(findingText)])
}

function findingText(finding: RecordedFinding): Said {
  const { category, evidence } = finding
  const severity = say(`severity.${finding.severity}`)
  const claim = evidence === undefined ? finding.claim : say('finding.withEvidence', { claim: finding.claim, evidence })
  const place = placeOf(finding)
  if (place === undefined) return say('finding.said', { severity, category, claim })
  return say('finding.saidAt', { severity, category, place, claim })
}

/** A finding that does not block, shown beside a unit that continued. */
export function warningText(finding: RecordedFinding): Said {
  const place = placeOf(finding)
  return place === undefined ? finding.claim : say('finding.at', { place, claim: finding.claim })
}

function placeOf({ file, line }: RecordedFinding): string | undefined {
  return file === undefined || line === undefined ? file : `${file}:${line}`
}
