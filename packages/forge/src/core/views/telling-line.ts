/** One line of a failure that says most: its first, and the first of what was printed that looks like the trouble itself. */
import { describeFailure } from '#core/context/describe.ts'
import type { Failure } from '#model/failure.ts'

/** As test runners and compilers begin the line of what failed. */
const namesTrouble =
  /^(✖|✗|×|not ok\b|FAIL\b|--- FAIL|E {2,}|error(\[\w+\])?:|\w*(Error|Exception)\b|panicked|thread '.*' panicked)/i
const looksLikeTrouble =
  /\b(error|fail(ed|ure|s|ing)?|not ok|expected|assert\w*|exception|panic\w*|cannot|undefined)\b/i
const longest = 300

export function tellingLine(failure: Failure): string {
  const lines = wordsOf(failure)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const [first = failure.tag, ...rest] = lines
  const trouble = rest.find((line) => namesTrouble.test(line)) ?? rest.find((line) => looksLikeTrouble.test(line))
  return (trouble === undefined ? first : `${first}: ${trouble}`).slice(0, longest)
}

function wordsOf(failure: Failure): string {
  if (failure.tag === 'gate')
    return failure.objections.map(({ directive, reason }) => `${directive}: ${reason}`).join('\n')
  if (failure.tag === 'crash') {
    const how = `crashed (${failure.signal ?? `exit ${failure.exitCode ?? 'unknown'}`})`
    return failure.said === undefined ? how : `${how}: ${failure.said}`
  }
  if (failure.tag === 'timeout') return `${failure.limit} limit reached after ${Math.round(failure.afterMs / 1000)} s`
  return failure.tag === 'empty' ? 'no answer' : describeFailure(failure)
}
