/** docs/proof.md: the table of the last `npm run proof -- --all`. */
import { availableParallelism } from 'node:os'
import type { ProofSummary } from './proof-summary.ts'

export function proofPage({ commit, passed, failed, bars }: ProofSummary, at: Date): string {
  const minutes = bars.reduce((sum, { seconds }) => sum + seconds, 0) / 60
  const rows = bars
    .toSorted((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }))
    .map(({ id, title, isPassed, figure, seconds }) => {
      const cells = [id, title, isPassed ? 'passed' : '**failed**', figure, `${(seconds / 60).toFixed(1)} min`]
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
    })
  return `# Proof

Every bar, whole: the table of the last \`npm run proof -- --all\`, which writes this page. CI runs the same bars at every
change; of a bar that takes more than three minutes it runs the third that the commit selects.

- commit: ${commit}
- date: ${at.toISOString().slice(0, 10)}
- machine: ${availableParallelism()} cores, Node ${process.versions.node}
- bars: ${passed} passed, ${failed} failed, ${minutes.toFixed(0)} minutes added up

| bar | what it shows | result | figure | time |
|---|---|---|---|---|
${rows.join('\n')}
`
}
