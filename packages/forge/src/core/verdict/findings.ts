/** Findings in words, for whoever has to mend them: the worst first, each with its place. */
import type { Finding } from '#model/verdict.ts'

const rank: Readonly<Record<Finding['severity'], number>> = { error: 0, warning: 1, note: 2 }
/** What a failure may say at most, with room to spare. */
const longest = 10_000

/** What a judge said, and behind it what it found. */
export function withFindings(summary: string, findings: readonly Finding[]): string {
  const worstFirst = findings.toSorted((one, other) => rank[one.severity] - rank[other.severity])
  return [...(summary === '' ? [] : [summary]), ...worstFirst.map(findingText)].join('\n').slice(0, longest)
}

function findingText(finding: Finding): string {
  const { severity, category, claim, evidence } = finding
  return `${severity} (${category})${placeOf(finding, ' ')}: ${claim}${evidence === undefined ? '' : ` [${evidence}]`}`
}

/** A finding that holds nothing up, as it is told beside a unit that went on. */
export function warningText(finding: Finding): string {
  return `${placeOf(finding, '')}${finding.file === undefined ? '' : ' '}${finding.claim}`
}

function placeOf({ file, line }: Finding, before: string): string {
  return file === undefined ? '' : `${before}${file}${line === undefined ? '' : `:${line}`}`
}
