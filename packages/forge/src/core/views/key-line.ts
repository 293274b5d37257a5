/** The most informative line of a failure: its first, and the first line of output that looks like the cause. */
import { describeFailure } from '#core/context/describe.ts'
import { render } from '#messages/render.ts'
import { raw, say, several, truncated, type Said } from '#messages/said.ts'
import type { Failure } from '#model/failure.ts'
import { unreachable } from '#model/result.ts'
import { linesIn } from './lines.ts'

/** How test runners and compilers begin the line of a failure. */
const namesTrouble =
  /^(✖|✗|×|not ok\b|FAIL\b|--- FAIL|E {2,}|error(\[\w+\])?:|\w*(Error|Exception)\b|panicked|thread '.*' panicked)/i
const looksLikeTrouble =
  /\b(error|fail(ed|ure|s|ing)?|not ok|expected|assert\w*|exception|panic\w*|cannot|undefined)\b/i
const longest = 300

export function keyLine(failure: Failure): Said {
  const [first = raw(failure.tag), ...rest] = linesIn(wordsOf(failure))
  const trouble = rest.find(like(namesTrouble)) ?? rest.find(like(looksLikeTrouble))
  return truncated(trouble === undefined ? first : say('text.withDetail', { what: first, detail: trouble }), longest)
}

/** Programs print these lines, so the search is in their output, not in a language of Forge. */
function like(pattern: RegExp): (line: Said) => boolean {
  return (line) => pattern.test(render(line, 'en'))
}

function wordsOf(failure: Failure): Said {
  switch (failure.tag) {
    case 'gate':
      return several(
        failure.objections.map(({ directive, reason }) => say('text.withDetail', { what: directive, detail: reason })),
        '\n',
      )
    case 'crash': {
      const { signal, exitCode, said: detail } = failure
      const code = say('attempt.exitCode', { code: exitCode ?? say('attempt.unknownCode') })
      const what = say('attempt.crashed', { how: signal ?? code })
      return detail === undefined ? what : say('text.withDetail', { what, detail })
    }
    case 'timeout':
      return say('attempt.limitReachedAfter', { limit: failure.limit, seconds: Math.round(failure.afterMs / 1000) })
    case 'empty':
      return say('failure.empty')
    case 'unmet':
    case 'refused':
      return failure.summary
    case 'blocked':
      return failure.text
    case 'invalid':
      return several(failure.errors, '\n')
    case 'conflict':
      return say('failure.conflictsWithMerged', { paths: failure.paths.join(', ') })
    case 'outside':
      return say('failure.changedForbidden', { paths: failure.paths.join(', ') })
    case 'transport':
    case 'quota':
    case 'interrupted':
    case 'ceiling':
    case 'moved':
    case 'disk':
    case 'locked':
    case 'unavailable':
      return raw(describeFailure(failure))
    default:
      return unreachable(failure)
  }
}
