/** One call of the command line, from arguments to an exit code. The one place that turns a bug into a message. */
import { openForge, type Forge, type ForgeEnvironment } from '#forge.ts'
import { exits, refusal, type Exit, type Refusal } from '#forge/refusal.ts'
import { raw, say } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { NextStep } from '#model/next.ts'
import type { OperationCode, Done, Talk } from '#surfaces/operations/operation.ts'
import { performOperation } from '#surfaces/operations/perform.ts'
import { languageSettings } from '#surfaces/operations/text/language.ts'
import { renderNow, withLanguage, textOf, type Speech } from '#surfaces/operations/text/message.ts'
import { quoted } from '#surfaces/operations/text/shell.ts'
import { visibleLine } from '#surfaces/operations/text/visible.ts'
import { findFastPath } from './fast-path.ts'
import { languageOf } from './language.ts'
import { jsonPresenter, linePresenter, type Presenter } from './present.ts'
import { mayAsk, printed, styleOf, type Style, type Terminal } from './terminal.ts'
import type { Order } from './understand.ts'

export interface Call {
  readonly args: readonly string[]
  readonly terminal: Terminal
  readonly surroundings: ForgeEnvironment
  readonly signal: AbortSignal
}

/** The exit code of this call; all its output has been printed by then. */
export async function callForge(call: Call): Promise<number> {
  const speech = await languageSettings(await languageOf(call))
  const style = styleOf(call.terminal, call.args, speech)
  const presenter = call.args.includes('--json')
    ? jsonPresenter(call.terminal, style)
    : linePresenter(call.terminal, style, () => call.surroundings.now())
  try {
    const order = await orderOf(call, speech)
    if (!order.ok) return tellRefusal(presenter, order.failure)
    return order.value === undefined ? exits.ok : exits[await perform(call, order.value, { presenter, style })]
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const trace = call.terminal.env['FORGE_DEBUG'] === undefined ? undefined : (error as Error).stack
    return tellRefusal(presenter, refusal('bug', raw(trace ?? text), say('bug.hint')))
  }
}

function tellRefusal(presenter: Presenter, refused: Refusal): number {
  presenter.refusal(refused)
  return exits[refused.exit]
}

/** Commander and the schemas are loaded only for a call that needs parsing or checking. */
async function orderOf({ args, terminal }: Call, speech: Speech): Promise<Result<Order | undefined, Refusal>> {
  const bare = findFastPath(args)
  if (bare !== undefined) return success({ deed: bare, input: {} })
  const { understand } = await import('./understand.ts')
  return understand(args, { out: (text) => terminal.out(text), speech })
}

interface CallParts {
  readonly presenter: Presenter
  readonly style: Style
}

async function perform(call: Call, { deed, input }: Order, means: CallParts): Promise<Exit> {
  const forge = openForge(call.surroundings)
  try {
    const talk = talkOf(call, deed, means)
    const done = await performOperation(forge, deed, input, talk)
    return finish(deed, done, means.presenter)
  } finally {
    await closeQuietly(forge)
  }
}

function finish(deed: OperationCode, done: Result<Done<unknown>, Refusal>, presenter: Presenter): Exit {
  if (!done.ok) {
    presenter.refusal(done.failure)
    return done.failure.exit
  }
  const { value, exit = 'ok', next } = done.value
  if (value !== undefined) presenter.answer(deed, value)
  presenter.next(next ?? (value as { next?: readonly NextStep[] } | undefined)?.next ?? [])
  return exit
}

function talkOf(call: Call, deed: OperationCode, { presenter, style }: CallParts): Talk<unknown> {
  const isAlone = (): boolean => !mayAsk(call.terminal, style) || call.args.includes('--json')
  return {
    signal: call.signal,
    called: ['forge', ...call.args].map(quoted).join(' '),
    emit: (item) => presenter.item(deed, item),
    say: (text) => presenter.say(text),
    async confirm(question, { otherwise = 'yes', signal } = {}) {
      if (isAlone()) return 'unasked'
      const text = withLanguage(style.speech, () => {
        const choice = textOf(otherwise === 'yes' ? 'ask.choiceYes' : 'ask.choiceNo')
        return `${visibleLine(renderNow(question))} ${choice} `
      })
      const typed = await call.terminal.ask(text, signal)
      if (typed === undefined) return 'no'
      return typed.trim() === '' ? otherwise : /^\s*(y|yes|s|sim)\s*$/i.test(typed) ? 'yes' : 'no'
    },
    async read(question, signal) {
      if (isAlone()) return 'unasked'
      const asked = withLanguage(style.speech, () => renderNow(question))
      const text = await call.terminal.ask(printed(asked, { ...style, colour: 'off' }), signal)
      return text === undefined ? 'ended' : { text }
    },
    edit(text, name) {
      if (isAlone()) return Promise.resolve(failed(say('principal.noTerminal')))
      return call.terminal.edit(
        withLanguage(style.speech, () => renderNow(text)),
        name,
      )
    },
    async readHidden(question) {
      if (isAlone()) return 'unasked'
      const asked = withLanguage(style.speech, () => renderNow(question))
      const text = await call.terminal.askHidden(printed(asked, { ...style, colour: 'off' }))
      return text === undefined ? 'ended' : { text }
    },
  }
}

/** A failure to close does not change the answer. */
async function closeQuietly(forge: Forge): Promise<void> {
  await forge.close().catch(() => undefined)
}
