/** Two renderers: plain lines for people, JSON for programs. Results go to stdout, everything else to stderr. */
import type { Refusal } from '#forge/refusal.ts'
import type { Said } from '#messages/said.ts'
import type { NextStep } from '#model/next.ts'
import type { OperationCode } from '#surfaces/operations/operation.ts'
import type { Line } from '#surfaces/operations/text/line.ts'
import { dim, toned } from '#surfaces/operations/text/line.ts'
import { english, renderNow, styledText, withLanguage, textOf } from '#surfaces/operations/text/message.ts'
import { commandOf } from './command.ts'
import { safeJson } from './json.ts'
import { createLive } from './live.ts'
import { withTexts } from './with-texts.ts'
import { printed, type Style, type Terminal } from './terminal.ts'

export interface Presenter {
  /** One item of a stream. */
  item(deed: OperationCode, value: unknown): void
  answer(deed: OperationCode, value: unknown): void
  /** The next commands that make sense; the last line printed. */
  next(steps: readonly NextStep[]): void
  refusal(refusal: Refusal): void
  say(text: Said): void
}

/** An agent is shown at most this many lines of an answer; the rest is in the JSON. */
const agentLines = 120

export function linePresenter(terminal: Terminal, style: Style, now: () => number): Presenter {
  const live = createLive(terminal, style, now)
  const print = (line: Line): void => terminal.out(`${printed(line, style)}\n`)
  const tell = (line: Line): void => terminal.error(`${printed(line, style)}\n`)
  return {
    item(deed, value) {
      if (live.show(deed, value) === 'shown') return
      for (const line of withLanguage(style.speech, () => deed.render(value))) print(line)
    },
    answer(deed, value) {
      const lines = withLanguage(style.speech, () => deed.render(value))
      const shown = style.reader === 'agent' ? lines.slice(0, agentLines) : lines
      for (const line of shown) print(line)
      const more = lines.length - shown.length
      if (more > 0) print(withLanguage(style.speech, () => textOf('lines.more', { count: more })))
    },
    next(steps) {
      live.end()
      const [first, ...others] = steps
      withLanguage(style.speech, () => {
        for (const other of others.slice(0, 3)) print([styledText('next.other', {}, 'dim'), commandOf(other)])
        if (first !== undefined) print([styledText('next.best', {}, 'dim'), commandOf(first)])
      })
    },
    refusal({ message, hint, next }) {
      const advice = hint ?? next
      live.end()
      withLanguage(style.speech, () => {
        tell([toned('bad', 'forge: '), renderNow(message)])
        if (advice !== undefined) tell([dim('  → '), commandOf(advice)])
      })
    },
    say: (text) => tell([dim(withLanguage(style.speech, () => renderNow(text)))]),
  }
}

export function jsonPresenter(terminal: Terminal, style: Style): Presenter {
  const print = (value: unknown): void => terminal.out(`${safeJson(withTexts(value))}\n`)
  return {
    item: (_deed, value) => print(value),
    answer: (_deed, value) => print(value),
    next: () => undefined,
    refusal: ({ code, message, hint, next }) => print({ error: { code, message, hint: hint ?? null, next } }),
    say: (text) =>
      terminal.error(
        `${printed(
          withLanguage(english, () => renderNow(text)),
          style,
        )}\n`,
      ),
  }
}
