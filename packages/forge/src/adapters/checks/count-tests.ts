/** Counts the tests that ran, by the output of test runners, if it is certain; a known zero is not a pass (F-33). */

export interface Printed {
  readonly text: string
  /** `tail` when the beginning was dropped. */
  readonly extent: 'whole' | 'tail'
}

/** Undefined: the output does not say. Skipped tests did not run. Several runners in one output add up. */
export function countTests({ text, extent }: Printed): number | undefined {
  // eslint-disable-next-line no-control-regex
  const plain = text.replaceAll(/\u001b\[[0-9;]*m/g, '').replaceAll('\r\n', '\n')
  const runners = extent === 'whole' ? [...summaries, ...listings] : summaries
  const counts = runners.flatMap((count) => count(plain))
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0)
}

type Runner = (output: string) => readonly number[]

/** `# tests 3`, `# pass 2`, `# fail 1` in TAP; `ℹ` in front in Node's own format. */
const nodeTest: Runner = (output) => {
  const field = (line: string, name: string): number =>
    Number(new RegExp(`^[#ℹ] ${name} (\\d+)$`, 'm').exec(line)?.[1] ?? 0)
  return [...output.matchAll(/^[#ℹ] tests \d+$(?:\n[#ℹ] \w+ [\d.]+$)*/gm)].map(
    ([summary]) => field(summary, 'pass') + field(summary, 'fail'),
  )
}

/** `Tests  1 failed | 2 passed | 3 skipped (6)` */
const vitest: Runner = (output) => [
  ...[...output.matchAll(/^ *Tests {2,}(\d.*)$/gm)].map(([, summary = '']) =>
    sumOf(summary, /(\d+) (?:passed|failed)/g),
  ),
  ...[...output.matchAll(/^ *Tests {2,}no tests\b|^No test files found/gm)].map(() => 0),
]

/** `Tests:       1 failed, 2 passed, 3 total` */
const jest: Runner = (output) => [
  ...[...output.matchAll(/^Tests: +(.*\d+ total)$/gm)].map(([, summary = '']) =>
    sumOf(summary, /(\d+) (?:passed|failed)/g),
  ),
  ...[...output.matchAll(/^No tests found, exiting/gm)].map(() => 0),
]

/** `==== 1 failed, 2 passed in 0.12s ====`, with `-q` without the bars */
const pytest: Runner = (output) =>
  [...output.matchAll(/^(?:=+ )?((?:\d+ [a-z]+, )*\d+ [a-z]+|no tests ran) in [\d.]+s\b.*$/gm)].map(
    ([, summary = '']) => sumOf(summary, /(\d+) (?:passed|failed|errors?|xfailed|xpassed)\b/g),
  )

/** Go prints no count: a package that ran tests has an `ok` or `FAIL` line without a remark about missing tests. */
const go: Runner = (output) => {
  const remarks = /^(?:\?|ok|FAIL)\s+\S+\s.*\[no test(?: files|s to run)\]$/gm
  return remarks.test(output) && !/^(?:ok|FAIL)\s+\S+\s/m.test(output.replaceAll(remarks, '')) ? [0] : []
}

/** `running 3 tests`, once per test binary */
const cargo: Runner = (output) => [...output.matchAll(/^running (\d+) tests?$/gm)].map(([, count]) => Number(count))

/** Runners that end with a summary; of the others, all lines must be present for a count. */
const summaries: readonly Runner[] = [nodeTest, vitest, jest, pytest]
const listings: readonly Runner[] = [go, cargo]

function sumOf(summary: string, pattern: RegExp): number {
  return [...summary.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0)
}
