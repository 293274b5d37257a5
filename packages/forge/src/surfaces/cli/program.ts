/** The command line as commander knows it: all commands by name, and the one that was asked for in full. */
import { Command, Option } from 'commander'
import { exits, type Exit } from '#forge/refusal.ts'
import type { Field } from '#surfaces/operations/fields.ts'
import { operations } from '#surfaces/operations/list.ts'
import type { Chapter, Listed, Operation } from '#surfaces/operations/operation.ts'
import { languages } from '#surfaces/operations/text/message.ts'
import { version } from '#version.ts'

/** An operation with its fields; both are loaded only when it is asked for. */
export interface Loaded {
  readonly operation: Operation
  readonly fields: readonly Field[]
}

export interface Asked extends Loaded {
  readonly typed: Readonly<Record<string, unknown>>
}

export interface Writers {
  out(text: string): void
}

/** The operation whose name the arguments begin with; options may stand before and between. */
export function findListed(args: readonly string[]): Listed | undefined {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const two = words.slice(0, 2).join(' ')
  return operations.find(({ name }) => name === two) ?? operations.find(({ name }) => name === words[0])
}

/** `ask` gets what was typed when it is the command that `loaded` is. */
export function createProgram(loaded: Loaded | undefined, writers: Writers, ask: (asked: Asked) => void): Command {
  const program = new Command('forge')
    .description('Drives coding agents through a work graph: the loop is code, a model is asked only for judgement.')
    .version(version, '--version', 'Print the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [command]', 'Show help for a command')
    .exitOverride()
    .configureOutput({ writeOut: (text) => writers.out(text), writeErr: () => undefined })
    .showSuggestionAfterError()
  addCommon(program)
  for (const { name, summary, chapter } of operations) {
    const command = commandFor(program, name, chapter).summary(summary).description(summary)
    if (loaded?.operation.name === name) fillIn(command, loaded, ask)
  }
  return program.addHelpText(
    'after',
    `\nFirst steps: forge init, then forge build "<what you want>". Documentation: docs/commands.md`,
  )
}

/** `plan show` is the command `show` of the group `plan`. */
function commandFor(program: Command, name: string, chapter: Chapter): Command {
  const words = name.split(' ')
  return words.reduce((parent, word, index) => {
    const known = parent.commands.find((command) => command.name() === word)
    if (known !== undefined) return known
    const made = parent.command(word).copyInheritedSettings(parent)
    if (parent === program) made.helpGroup(`${chapter}:`)
    if (index < words.length - 1) made.summary(groupSummaries[word] ?? '').description(groupSummaries[word] ?? '')
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

function fillIn(command: Command, { operation, fields }: Loaded, ask: (asked: Asked) => void): void {
  if (operation.details !== undefined) command.description(`${operation.summary}.\n\n${operation.details}`)
  for (const name of operation.positionals) {
    const field = fields.find((candidate) => candidate.name === name)
    if (field === undefined) continue
    const word = field.kind === 'list' ? `${name}...` : name
    command.argument(field.isRequired ? `<${word}>` : `[${word}]`, field.description)
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
    .option('--json', 'Print JSON: one object, or one per line for streams')
    .option('--no-color', 'Print no colours')
    .option('--plain', 'Print letters only: no signs, no pictures')
    .addOption(new Option('--lang <language>', 'Speak this language').choices([...languages]))
}

function optionOf(field: Field): Option {
  const option = new Option(
    `${field.short === undefined ? '' : `-${field.short}, `}${field.flag}${field.kind === 'switch' ? '' : ` <${placeholderOf(field)}>`}`,
    field.fallback === undefined || field.fallback === true
      ? field.description
      : `${field.description} (default: ${JSON.stringify(field.fallback)})`,
  )
  if (field.kind === 'list')
    option.argParser((value: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), value])
  if (field.isRequired) option.makeOptionMandatory()
  return option
}

function placeholderOf({ kind, choices, name }: Field): string {
  if (choices.length > 0) return choices.join('|')
  return kind === 'number' ? 'number' : (name.match(/[A-Z]?[a-z]+$/)?.[0].toLowerCase() ?? 'text')
}

export function examplesOf({ examples }: Operation): string {
  const width = Math.max(...examples.map(({ command }) => command.length))
  return ['Examples:', ...examples.map(({ command, what }) => `  ${command.padEnd(width)}  ${what}`)].join('\n')
}

export function exitsOf({ exits: own = {} }: Operation): string {
  const all: Partial<Record<Exit, string>> = {
    ok: 'done',
    failure: 'it did not work',
    usage: 'the command line or the configuration is wrong',
    ...own,
  }
  const rows = Object.entries(all)
    .map(([exit, when]) => ({ code: exits[exit as Exit], when }))
    .toSorted((one, other) => one.code - other.code)
  return `Exit codes: ${rows.map(({ code, when }) => `${code} ${when}`).join(' · ')}`
}
