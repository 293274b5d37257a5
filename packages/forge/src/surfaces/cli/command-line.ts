/** One call of the command line, from words to an exit code. The one place that turns a bug into a message. */
import { CommanderError } from 'commander'
import type { Forge, Surroundings } from '#forge.ts'
import { exits, refusal, usageRefusal, type Exit, type Refusal } from '#forge/refusal.ts'
import { failed, success, type Result } from '#model/result.ts'
import { operations } from '#surfaces/operations/list.ts'
import type { Done, Listed, Operation, Talk } from '#surfaces/operations/operation.ts'
import { visibleLine } from '#surfaces/operations/text/visible.ts'
import { inputOf } from './arguments.ts'
import { jsonPresenter, linePresenter, type Presenter } from './present.ts'
import { createProgram, findListed, type Asked, type Loaded } from './program.ts'
import { mayAsk, styleOf, type Style, type Terminal } from './terminal.ts'

export interface Call {
  readonly args: readonly string[]
  readonly terminal: Terminal
  readonly surroundings: Surroundings
  readonly signal: AbortSignal
}

/** The exit code of this call; everything it has to say has been said. */
export async function callForge(call: Call): Promise<number> {
  const style = styleOf(call.terminal, call.args)
  const presenter = call.args.includes('--json')
    ? jsonPresenter(call.terminal, style)
    : linePresenter(call.terminal, style, () => call.surroundings.now())
  try {
    const asked = await understand(call)
    if (!asked.ok) return tellRefusal(presenter, asked.failure)
    return asked.value === undefined ? exits.ok : exits[await perform(call, asked.value, presenter)]
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const trace = call.terminal.env['FORGE_DEBUG'] === undefined ? undefined : (error as Error).stack
    const hint = 'this is a bug of Forge; the journal is safe. FORGE_DEBUG=1 shows where'
    return tellRefusal(presenter, refusal('bug', trace ?? text, hint))
  }
}

function tellRefusal(presenter: Presenter, refused: Refusal): number {
  presenter.refusal(refused)
  return exits[refused.exit]
}

/** What was asked; undefined when it was help or the version, which has been printed. */
async function understand({ args: written, terminal }: Call): Promise<Result<Asked | undefined, Refusal>> {
  const args = written[0] === 'help' ? [...written.slice(1), '--help'] : written
  const listed = findListed(args)
  const loaded = listed === undefined ? undefined : await load(listed)
  let asked: Asked | undefined
  const program = createProgram(loaded, terminal, (found) => (asked = found))
  try {
    program.parse(args.length === 0 ? ['--help'] : [...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return success(undefined)
    return failed(usageOf(error, loaded?.operation.name ?? groupIn(args)))
  }
  return success(asked)
}

/** Late, because help and the version need no schemas. */
async function load(listed: Listed): Promise<Loaded> {
  const [operation, { fieldsOf }] = await Promise.all([listed.load(), import('#surfaces/operations/fields.ts')])
  return { operation, fields: fieldsOf(operation.input) }
}

/** `forge plan` alone names a group. */
function groupIn(args: readonly string[]): string | undefined {
  const [first] = args.filter((arg) => !arg.startsWith('-'))
  return operations.some(({ name }) => name.startsWith(`${first} `)) ? first : undefined
}

function usageOf(error: CommanderError, name: string | undefined): Refusal {
  const [first = '', ...suggestions] = error.message.replace(/^error: /, '').split('\n')
  const help = `forge ${name === undefined ? '' : `${name} `}--help`
  const [, meant] = /\(Did you mean (.*)\?\)/s.exec(suggestions.join(' ')) ?? []
  const message = error.code === 'commander.help' ? `${name ?? 'forge'} needs a command` : first
  return usageRefusal('usage', message, meant === undefined ? `see ${help}` : `did you mean ${meant}? See ${help}`)
}

async function perform(call: Call, asked: Asked, presenter: Presenter): Promise<Exit> {
  const { operation } = asked
  const input = inputOf(asked)
  if (!input.ok) {
    presenter.refusal(input.failure)
    return input.failure.exit
  }
  const { openForge } = await import('#forge.ts')
  const forge = openForge(call.surroundings)
  try {
    const style = styleOf(call.terminal, call.args)
    const talk = talkOf(call, operation, { presenter, style })
    const done = await operation.run(forge, input.value as never, talk)
    return finish(operation, done, presenter)
  } finally {
    await closeQuietly(forge)
  }
}

function finish(operation: Operation, done: Result<Done<unknown>, Refusal>, presenter: Presenter): Exit {
  if (!done.ok) {
    presenter.refusal(done.failure)
    return done.failure.exit
  }
  const { value, exit = 'ok', next } = done.value
  if (value !== undefined) presenter.answer(operation, value)
  presenter.next(next ?? (value as { next?: readonly string[] } | undefined)?.next ?? [])
  return exit
}

function talkOf(call: Call, operation: Operation, means: { presenter: Presenter; style: Style }): Talk<unknown> {
  const { presenter, style } = means
  return {
    signal: call.signal,
    emit: (item) => presenter.item(operation, item),
    say: (text) => presenter.say(text),
    async confirm(question, { otherwise = 'yes', signal } = {}) {
      if (!mayAsk(call.terminal, style) || call.args.includes('--json')) return 'unasked'
      const choice = otherwise === 'yes' ? '[Y/n]' : '[y/N]'
      const typed = await call.terminal.ask(`${visibleLine(question)} ${choice} `, signal)
      if (typed === undefined) return 'no'
      return typed.trim() === '' ? otherwise : /^\s*(y|yes)\s*$/i.test(typed) ? 'yes' : 'no'
    },
  }
}

/** What was answered stays answered, whatever closing says. */
async function closeQuietly(forge: Forge): Promise<void> {
  await forge.close().catch(() => undefined)
}
