/** The terminal as a value: where text goes, whether a person sits there, and which means it has. */
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
  /** Of the terminal, now: it may be resized. */
  size(): { readonly columns: number; readonly rows: number }
  out(text: string): void
  error(text: string): void
  /** One line typed by a person; undefined when the input ends first. */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>
  /** The same, and what is typed is not shown. */
  askHidden(question: string): Promise<string | undefined>
  /** A text in the editor of that person. */
  edit(text: string, name: string): Promise<Result<string, Said>>
}

/** How text is shown, decided once at the start. */
export interface Style {
  readonly colour: 'on' | 'off'
  /** Read by an agent: short, and never a question. */
  readonly reader: 'person' | 'agent'
  readonly speech: Speech
  /** `plain`: the terminal shows letters only. */
  readonly signs: 'rich' | 'plain'
}

/** Programs that run commands for a model say so in the environment. */
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

/** Asked for, a terminal that says it can do nothing, or a locale whose letters are not Unicode. */
function wantsPlain({ env }: Terminal, args: readonly string[]): boolean {
  if (args.includes('--plain') || isSet(env['FORGE_PLAIN']) || env['TERM'] === 'dumb') return true
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(isSet)
  return locale !== undefined && !/utf-?8/i.test(locale)
}

/** `--no-color` over `NO_COLOR` over `FORCE_COLOR` over what the terminal can do. */
function wantsColour({ env, stdoutIsTerminal }: Terminal, args: readonly string[]): boolean {
  if (args.includes('--no-color') || isSet(env['NO_COLOR'])) return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  return stdoutIsTerminal && env['TERM'] !== 'dumb'
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}

/** A person sits at both ends. Nothing ever asks otherwise. */
export function mayAsk(terminal: Terminal, style: Style): boolean {
  return (
    terminal.stdinIsTerminal && terminal.stdoutIsTerminal && style.reader === 'person' && !isSet(terminal.env['CI'])
  )
}

const codes: Readonly<Record<Exclude<Tone, 'plain'>, number>> = { strong: 1, dim: 2, good: 32, warn: 33, bad: 31 }

/** A line as it is printed: made harmless piece by piece, then coloured by Forge and nobody else. */
export function printed(line: Line, style: Style): string {
  return spansOf(line)
    .map((span) => {
      const { tone, text: said } = typeof span === 'string' ? { tone: 'plain' as const, text: span } : span
      const text = visible(style.signs === 'plain' ? withoutSigns(said) : said)
      return tone !== 'plain' && style.colour === 'on' ? `\u001B[${codes[tone]}m${text}\u001B[0m` : text
    })
    .join('')
}
