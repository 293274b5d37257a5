/** The first line of a command's output that explains the failure: what a developer would look for first. Total. */

/** Printed before every line, or unrelated to the failure. */
const prefixes = /^(?:npm (?:ERR!|error)|pnpm:|yarn:|\[ERROR\]|E(?= {3}))\s*/
const besides =
  /^(?:code \S+|errno \S+|npm warn\b.*|> .*|[-=_ ]*(?:failures|errors|failed tests:?|failing tests:?)[-=_ :]*|.*\b0 (?:errors?|failed|failures?)\b.*|a complete log of this run.*|warning\b.*|# (?:sub)?tests?\b.*)$/i
const telling =
  /error|exception|fail|fatal|cannot|can't|can only|could not|not found|no such|no module|missing|unable|refused|denied|unauthori[sz]ed|forbidden|not ok\b|✖|✗|×|panic|assert/i

/** The error in a tool's own summary, after all its attempts. */
const shouted = /^(?:ERROR|FATAL): \S+ \S/

const longest = 200

export function tellingLine(printed: string): string | undefined {
  const lines = plainText(printed)
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(prefixes, '').trim())
    .filter((line) => /[A-Za-z]/.test(line))
  const line =
    lines.find((one) => shouted.test(one)) ??
    lines.find((one) => telling.test(one) && !besides.test(one)) ??
    lines.at(-1)
  if (line === undefined || line.length <= longest) return line
  return `${line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Removes colours. */
export function plainText(printed: string): string {
  // eslint-disable-next-line no-control-regex
  return printed.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
}
