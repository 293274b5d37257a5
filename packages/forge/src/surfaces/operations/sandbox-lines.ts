/** Attempts held by less than a closed sandbox, with the same text wherever a run is shown. */
import type { SandboxedAttempts } from '#model/view.ts'
import { heldText } from '#core/views/event-text.ts'
import type { Line } from './text/line.ts'
import { styledText } from './text/message.ts'

export function heldLines(held: SandboxedAttempts): readonly Line[] {
  return held
    .filter((how) => how.held !== 'sandbox' || how.network === 'open')
    .map((how): Line => ['  ', styledText('report.held', { count: how.attempts, how: heldText(how) }, 'warn')])
}
