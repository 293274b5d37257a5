/** The terminal as a value: where text goes, whether a user is there, and what it can show. */
import type { Line, Tone } from '#surfaces/operations/text/line.ts'
import { spansOf } from '#surfaces/operations/text/line.ts'
import type { Said } from '#messages/said.ts'
import type { Result } from '#model/result.ts'
import { english, type Speech } from '#surfaces/operations/text/message.ts'
import { withoutSigns } from '#surfaces/operations/text/plain.ts'
import { visible } from '#surfaces/operations/text/visible.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Terminal {
  readonly env: Environment
  readonly stdinIsTerminal: boolean
  readonly stdoutIsTerminal: boolean
  /** The present size of the terminal: it may be resized. */
  size(): { readonly columns: number; readonly rows: number }
  out(text: string): void
  error(text: string): void
  /** One line typed by the user; undefined when the input ends first. */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>
  /** The same, without showing the typed text. */
  askHidden(question: string): Promise<string | undefined>
  /** Opens a text in the user's editor. */
  edit(text: string, name: string): Promise<Result<string, Said>>
}

/** How text is shown, decided once at the start. */
export interface Style {
  readonly colour: 'on' | 'off'
  /** `agent`: output is short, and never a question. */
  readonly reader: 'person' | 'agent'
  readonly speech: Speech
  /** `plain`: the terminal shows letters only. */
  readonly signs: 'rich' | 'plain'
}

/** Programs that run commands for a model set these in the environment. */
const agentVariables = [
  'AI_AGENT',
  'CLAUDECODE',
  'CODEX_THREAD_ID',
  'COPILOT_CLI',
  'CURSOR_AGENT',
  'FORGE_KEY',
  'GEMINI_CLI',
  'OPENCODE',
]

export function styleOf(terminal: Terminal, args: readonly string[], speech: Speech = english): Style {
  const reader = agentVariables.some((name) => isSet(terminal.env[name])) ? 'agent' : 'person'
  const colour = reader === 'person' && wantsColour(terminal, args) ? 'on' : 'off'
  return { reader, colour, speech, signs: wantsPlain(terminal, args) ? 'plain' : 'rich' }
}

/** If requested, for a terminal that reports no capabilities, or for a locale without Unicode. */
function wantsPlain({ env }: Terminal, args: readonly string[]): boolean {
  if (args.includes('--plain') || isSet(env['FORGE_PLAIN']) || env['TERM'] === 'dumb') return true
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(isSet)
  return locale !== undefined && !/utf-?8/i.test(locale)
}

/** `--no-color` wins over `NO_COLOR`, that over `FORCE_COLOR`, that over what the terminal can do. */
function wantsColour({ env, stdoutIsTerminal }: Terminal, args: readonly string[]): boolean {
  if (args.includes('--no-color') || isSet(env['NO_COLOR'])) return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  return stdoutIsTerminal && env['TERM'] !== 'dumb'
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}

/** A user is at both ends. Otherwise Forge never asks. */
export function mayAsk(terminal: Terminal, style: Style): boolean {
  return (
    terminal.stdinIsTerminal && terminal.stdoutIsTerminal && style.reader === 'person' && !isSet(terminal.env['CI'])
  )
}

const codes: Readonly<Record<Exclude<Tone, 'plain'>, number>> = { strong: 1, dim: 2, good: 32, warn: 33, bad: 31 }

/** A line as it is printed: each piece is made harmless, then coloured by Forge alone. */
export function printed(line: Line, style: Style): string {
  return spansOf(line)
    .map((span) => {
      const { tone, text: said } = typeof span === 'string' ? { tone: 'plain' as const, text: span } : span
      const text = visible(style.signs === 'plain' ? withoutSigns(said) : said)
      return tone !== 'plain' && style.colour === 'on' ? `\u001B[${codes[tone]}m${text}\u001B[0m` : text
    })
    .join('')
}
