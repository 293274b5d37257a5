/** The command line in commander: all commands by name, and the requested one in full. */
import { Command, Option } from 'commander'
import { exits, type Exit } from '#forge/refusal.ts'
import type { Field } from '#surfaces/operations/fields.ts'
import { operations } from '#surfaces/operations/list.ts'
import type { Chapter, Listed, Operation } from '#surfaces/operations/operation.ts'
import { helpText, summaryOf, textOf, type Speech } from '#surfaces/operations/text/message.ts'
import { languages } from '#messages/language.ts'
import { version } from '#version.ts'

/** An operation with its fields; both are loaded on demand. */
export interface Loaded {
  readonly operation: Operation
  readonly fields: readonly Field[]
}

export interface ParsedCall extends Loaded {
  readonly typed: Readonly<Record<string, unknown>>
}

export interface Writers {
  out(text: string): void
  readonly speech: Speech
}

/** The arguments without options; the language is the one common option that has a value. */
export function namesIn(args: readonly string[]): readonly string[] {
  return args.filter((arg, index) => !arg.startsWith('-') && args[index - 1] !== '--lang')
}

/** The operation whose name the arguments start with; options may come before and between. */
export function findListed(args: readonly string[]): Listed | undefined {
  const names = namesIn(args)
  const two = names.slice(0, 2).join(' ')
  return operations.find(({ name }) => name === two) ?? operations.find(({ name }) => name === names[0])
}

/** `ask` gets the typed input when the command is `loaded`. Help is in the current language. */
export function createProgram(
  loaded: Loaded | undefined,
  writers: Pick<Writers, 'out'>,
  ask: (asked: ParsedCall) => void,
): Command {
  const program = new Command('forge')
    .description(textOf('help.description'))
    .version(version, '--version', textOf('help.version'))
    .helpOption('-h, --help', textOf('help.help'))
    .helpCommand(textOf('help.aCommand'), textOf('help.helpFor'))
    .configureHelp({
      styleTitle: titled,
      styleUsage: (usage) =>
        usage.replace('[options]', textOf('help.anyOptions')).replace('[command]', textOf('help.anyCommand')),
      optionDescription: ({ description, argChoices }) =>
        argChoices === undefined
          ? description
          : `${description} ${textOf('help.choices', { choices: argChoices.map((choice) => JSON.stringify(choice)).join(', ') })}`,
    })
    .exitOverride()
    .configureOutput({ writeOut: (text) => writers.out(text), writeErr: () => undefined })
    .showSuggestionAfterError()
  addCommon(program)
  for (const listed of operations) {
    const summary = summaryOf(listed.name, listed.summary)
    const command = commandFor(program, listed).summary(summary).description(summary)
    if (loaded?.operation.name === listed.name) fillIn(command, loaded, ask)
  }
  return program.addHelpText('after', `\n${textOf('help.first')}`)
}

/** Headings that commander has in English only. */
function titled(title: string): string {
  const key = titleKeys[title]
  return key === undefined ? title : textOf(key)
}

const titleKeys: Readonly<Record<string, 'help.usage' | 'help.arguments' | 'help.options' | 'help.commands'>> = {
  'Usage:': 'help.usage',
  'Arguments:': 'help.arguments',
  'Options:': 'help.options',
  'Commands:': 'help.commands',
}

const chapterKeys = {
  Work: 'help.work',
  Look: 'help.look',
  Decide: 'help.decide',
  'Set up': 'help.setUp',
} as const satisfies Readonly<Record<Chapter, string>>

/** `plan show` is the command `show` of the group `plan`. */
function commandFor(program: Command, { name, chapter }: Listed): Command {
  const names = name.split(' ')
  return names.reduce((parent, word, index) => {
    const known = parent.commands.find((command) => command.name() === word)
    if (known !== undefined) return known
    const made = parent.command(word).copyInheritedSettings(parent)
    if (parent === program) made.helpGroup(`${textOf(chapterKeys[chapter])}:`)
    const group = summaryOf(word, groupSummaries[word] ?? '')
    if (index < names.length - 1) made.summary(group).description(group)
    return made
  }, program)
}

const groupSummaries: Readonly<Record<string, string>> = {
  plan: 'Show or edit the plan of a run',
  config: 'Show the configuration and where each value comes from',
  sprint: 'Plan a sprint, run its tasks, see where they stand, look back',
  gate: 'See why a phase may start, or may not',
  preset: 'List, show, check and make presets',
  accounts: 'Keep the keys of providers, and say which one is used',
}

function fillIn(command: Command, { operation, fields }: Loaded, ask: (asked: ParsedCall) => void): void {
  const summary = summaryOf(operation.name, operation.summary)
  if (operation.details !== undefined) command.description(`${summary}.\n\n${helpText(operation.details)}`)
  for (const name of operation.positionals) {
    const field = fields.find((candidate) => candidate.name === name)
    if (field === undefined) continue
    const word = field.kind === 'list' ? `${name}...` : name
    command.argument(field.isRequired ? `<${word}>` : `[${word}]`, helpText(field.description))
  }
  for (const field of fields) if (!operation.positionals.includes(field.name)) command.addOption(optionOf(field))
  addCommon(command)
  command.addHelpText('after', `\n${examplesOf(operation)}\n\n${exitsOf(operation)}`)
  command.action((...all: unknown[]) => {
    const args = all.slice(0, operation.positionals.length)
    const positionals = operation.positionals.map((name, index) => [name, args[index]])
    ask({ operation, fields, typed: { ...command.opts(), ...Object.fromEntries(positionals) } })
  })
}

function addCommon(command: Command): void {
  command
    .option('--json', textOf('help.json'))
    .option('--no-color', textOf('help.noColor'))
    .option('--plain', textOf('help.plain'))
    .addOption(new Option(`--lang <${textOf('help.aLanguage')}>`, textOf('help.lang')).choices([...languages]))
}

function optionOf(field: Field): Option {
  const option = new Option(
    `${field.short === undefined ? '' : `-${field.short}, `}${field.flag}${field.kind === 'switch' ? '' : ` <${placeholderOf(field)}>`}`,
    field.fallback === undefined || field.fallback === true
      ? helpText(field.description)
      : `${helpText(field.description)} ${textOf('help.default', { value: JSON.stringify(field.fallback) })}`,
  )
  if (field.kind === 'list')
    option.argParser((value: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), value])
  if (field.isRequired) option.makeOptionMandatory()
  return option
}

function placeholderOf({ kind, choices, name }: Field): string {
  if (choices.length > 0) return choices.join('|')
  if (kind === 'number') return textOf('help.aNumber')
  return name.match(/[A-Z]?[a-z]+$/)?.[0].toLowerCase() ?? textOf('help.aText')
}

function examplesOf({ examples }: Operation): string {
  const width = Math.max(...examples.map(({ command }) => command.length))
  const rows = examples.map(({ command, what }) => `  ${command.padEnd(width)}  ${helpText(what)}`)
  return [textOf('help.examples'), ...rows].join('\n')
}

function exitsOf({ exits: own = {} }: Operation): string {
  const all: Partial<Record<Exit, string>> = {
    ok: 'done',
    failure: 'it did not work',
    usage: 'the command line or the configuration is not valid',
    ...own,
  }
  const rows = Object.entries(all)
    .map(([exit, when]) => ({ code: exits[exit as Exit], when }))
    .toSorted((one, other) => one.code - other.code)
  return textOf('help.exitCodes', { codes: rows.map(({ code, when }) => `${code} ${helpText(when)}`).join(' · ') })
}
