/** Why a unit stopped, with what was found last: a limit alone tells nobody what is wrong. */
import type { Failure } from '#model/failure.ts'

export function stopText({
  reason,
  failure,
}: {
  readonly reason: string
  readonly failure?: Failure | undefined
}): string {
  if (failure?.tag !== 'unmet') return reason
  const [found = ''] = failure.summary.split('\n')
  return found === '' || reason.includes(found) ? reason : `${reason}; last: ${found}`
}
