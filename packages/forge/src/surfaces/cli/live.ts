/**
 * The newest item of a stream as one view, drawn when it comes and again every second, because it shows elapsed times.
 */
import type { OperationCode } from '#surfaces/operations/operation.ts'
import { withLanguage } from '#surfaces/operations/text/message.ts'
import { commandOf } from './command.ts'
import { createScreen } from './screen.ts'
import type { Style, Terminal } from './terminal.ts'

export interface Live {
  /** Whether the item was shown here; otherwise it is printed as lines. */
  show(deed: OperationCode, item: unknown): 'shown' | 'not-live'
  end(): void
}

const redrawMs = 1000

export function createLive(terminal: Terminal, style: Style, now: () => number): Live {
  const screen = createScreen(terminal, style)
  let timer: NodeJS.Timeout | undefined
  const isPossible = terminal.stdoutIsTerminal && style.reader === 'person' && terminal.env['TERM'] !== 'dumb'
  return {
    show(deed, item) {
      if (deed.renderLive === undefined || !isPossible) return 'not-live'
      clearInterval(timer)
      const draw = (): void =>
        screen.draw(withLanguage(style.speech, () => deed.renderLive?.(item, now(), commandOf) ?? []))
      draw()
      timer = setInterval(draw, redrawMs)
      return 'shown'
    },
    end() {
      clearInterval(timer)
      screen.close()
    },
  }
}
