/** Next steps as the user types them: the one place that turns an operation and its input into a command. */
import { english, type MessageKey } from '#messages/en.ts'
import { say, type Said } from '#messages/said.ts'
import { isStep, type NextStep, type Step } from '#model/next.ts'
import { operations } from '#surfaces/operations/list.ts'
import { renderNow } from '#surfaces/operations/text/message.ts'
import { flagOf, quoted } from '#surfaces/operations/text/shell.ts'

/** A command, or a text where no operation does it; placeholders are in the current language. */
export function commandOf(next: NextStep): string {
  return isStep(next) ? typed(next) : inOwnWords(renderNow(next))
}

/** Arguments in the order of the operation's own declaration, then flags. */
function typed({ operation, input, asks = {} }: Step): string {
  const positionals = operations.find(({ name }) => name === operation)?.positionals ?? []
  const isFlag = (name: string): boolean => !positionals.includes(name)
  return [
    `forge ${operation}`,
    ...positionals.flatMap((name) => valueOf(input[name], asks[name])),
    ...Object.keys(input)
      .filter(isFlag)
      .flatMap((name) => flagWith(name, input[name])),
    ...Object.keys(asks)
      .filter(isFlag)
      .flatMap((name) => [`--${flagOf(name)}`, ...valueOf(undefined, asks[name])]),
  ].join(' ')
}

function valueOf(value: Step['input'][string] | undefined, asked: Said | undefined): string[] {
  if (value !== undefined) return [quoted(String(value))]
  return asked === undefined ? [] : [placeOf(asked)]
}

function flagWith(name: string, value: Step['input'][string] | undefined): string[] {
  if (value === true) return [`--${flagOf(name)}`]
  return value === false ? [`--no-${flagOf(name)}`] : [`--${flagOf(name)}`, ...valueOf(value, undefined)]
}

/** Users write these in their own words, so they are quoted already. */
const freeTexts: ReadonlySet<string> = new Set<MessageKey>([
  'placeholder.whatYouWant',
  'placeholder.whatShouldDiffer',
  'placeholder.why',
  'placeholder.note',
  'placeholder.request',
])

function placeOf(asked: Said): string {
  const place = renderNow(asked)
  return 'code' in asked && freeTexts.has(asked.code) ? `"${place}"` : place
}

type Placeholder = Extract<MessageKey, `placeholder.${string}`>

/** By the English text in a command. */
const placeholders = new Map(
  (Object.keys(english) as MessageKey[])
    .filter((key): key is Placeholder => key.startsWith('placeholder.'))
    .map((key) => [english[key], key]),
)

/** A hint may be a command as typed in English. */
function inOwnWords(command: string): string {
  return command.replaceAll(/<[a-z][a-z ]*>/g, (place) => {
    const key = (placeholders as ReadonlyMap<string, Placeholder>).get(place)
    return key === undefined ? place : renderNow(say(key))
  })
}
