/**
 * Documents that are made from the sources: docs/commands.md from the list of operations, docs/acp-agents.md from the table of
 * programs that speak ACP, docs/configuration.md and the
 * JSON Schemas of configuration and presets from their one schema each. `--write` writes them (`npm run docs`); a test compares them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { render } from '../packages/forge/src/messages/render.ts'
import { quirks } from '../packages/forge/src/adapters/agents/acp/quirks.ts'
import { classOf, type KeyClass } from '../packages/forge/src/config/classes.ts'
import { variables } from '../packages/forge/src/config/load.ts'
import { configSchema, keyRows } from '../packages/forge/src/config/keys.ts'
import { presetSchema } from '../packages/forge/src/model/preset.ts'
import { exits } from '../packages/forge/src/forge/refusal.ts'
import { fieldsOf, type Field } from '../packages/forge/src/surfaces/operations/fields.ts'
import { operations } from '../packages/forge/src/surfaces/operations/list.ts'
import { chapters, type Operation } from '../packages/forge/src/surfaces/operations/operation.ts'
import { root } from './run.ts'

export interface Written {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

export async function makeDocuments(): Promise<readonly Written[]> {
  return [
    { path: 'docs/commands.md', text: await commandsPage() },
    { path: 'docs/configuration.md', text: configurationPage() },
    { path: 'docs/acp-agents.md', text: acpPage() },
    { path: 'packages/forge/schema/config.json', text: `${JSON.stringify(configSchema(), withoutSentences, 2)}\n` },
    { path: 'packages/forge/schema/preset.json', text: `${JSON.stringify(presetSchema(), withoutSentences, 2)}\n` },
  ]
}

/** Editors show descriptions; Forge's own sentences beside them (`explained`) are left out. */
function withoutSentences(key: string, value: unknown): unknown {
  const isOfForge =
    (key === 'says' || key === 'refused') && typeof value === 'object' && JSON.stringify(value).includes('"code"')
  return isOfForge ? undefined : value
}

const note = '<!-- Written by `npm run docs` from the sources. Change them, not this page. -->'

const exitWords: Readonly<Record<keyof typeof exits, string>> = {
  ok: 'done, or the question is answered',
  failure: 'it did not work',
  usage: 'the command line or the configuration is wrong',
  waiting: 'a human must say something first',
  agent: 'the agent is not there or not logged in',
  unsuccessful: 'the run ended, and not well',
  limit: 'a budget or a limit was reached',
  held: 'another Forge holds the run',
  forbidden: 'an agent that Forge started wanted to decide something',
}

async function commandsPage(): Promise<string> {
  const loaded = await Promise.all(operations.map(async ({ chapter, load }) => ({ chapter, operation: await load() })))
  const sections = chapters.flatMap((chapter) => {
    const own = loaded.filter((candidate) => candidate.chapter === chapter)
    return own.length === 0 ? [] : [`## ${chapter}`, ...own.map(({ operation }) => commandSection(operation))]
  })
  return `${[
    '# Commands',
    note,
    'Every command takes `--json` (one object, or one object per line for streams; an error is\n`{"error":{"code","message","hint"}}` on stdout), `--no-color` and `--help`. Results go to stdout, talk to stderr.\nA run may be named by the beginning of its id; with exactly one run it may be left out. Nothing asks a question unless\nboth ends are terminals.',
    ...sections,
    '## Exit codes',
    tableOf(
      ['Code', 'Means'],
      [
        ...Object.entries(exitWords).map(([exit, words]) => [String(exits[exit as keyof typeof exits]), words]),
        ['130, 143', 'ended by SIGINT or SIGTERM'],
      ],
    ),
  ].join('\n\n')}\n`
}

function commandSection(operation: Operation): string {
  const { name, summary, details, input, positionals, examples } = operation
  const fields = fieldsOf(input)
  const words = positionals.map((positional) => {
    const field = fields.find((candidate) => candidate.name === positional)
    return field?.isRequired === true ? `<${positional}>` : `[${positional}]`
  })
  const rows = fields.map((field) => [rowName(field, positionals), field.description + fallbackOf(field)])
  return [
    `### forge ${[name, ...words].join(' ')}`,
    `${summary}.${operation.shape === 'stream' ? ' A stream.' : ''}`,
    ...(details === undefined ? [] : [`\`\`\`text\n${details}\n\`\`\``]),
    ...(rows.length === 0 ? [] : [tableOf(['Argument', 'Meaning'], rows)]),
    `\`\`\`sh\n${examples.map(({ command, what }) => `${command}   # ${what}`).join('\n')}\n\`\`\``,
  ].join('\n\n')
}

function rowName(field: Field, positionals: readonly string[]): string {
  if (positionals.includes(field.name)) return `\`${field.name}\``
  const value = field.kind === 'switch' ? '' : ` <${field.choices.length > 0 ? field.choices.join('|') : field.kind}>`
  const short = field.short === undefined ? '' : `-${field.short}, `
  return `\`${short}${field.flag}${value}\`${field.isRequired ? ' (required)' : ''}`
}

function fallbackOf({ fallback, kind }: Field): string {
  return fallback === undefined || kind === 'switch' ? '' : `; default ${JSON.stringify(fallback)}`
}

/** A command, or where to find one. */
function written(install: string): string {
  return install.startsWith('see ') ? install : `\`${install}\``
}

function acpPage(): string {
  const rows = quirks.map(({ name, program, args, login, provider, resumes, known, install }) => [
    `\`${name}\``,
    `\`${[program, ...args.filter((word) => !word.includes('{') && word !== '--auth-type')].join(' ')}\``,
    [...login.files.map((file) => `\`~/${file}\``), ...login.variables.map((name) => `\`${name}\``)].join(', ') ||
      'none',
    provider === undefined ? 'no' : provider.dialect,
    resumes,
    known,
    written(render(install, 'en')),
  ])
  return `${[
    '# Agents that speak ACP',
    note,
    'Write the name as `agent: <name>` or `acp:<name>`. *Login*: the files of your home that Forge lends it and the variables of your\nenvironment that it is given, where no key for its provider is held. *Door*: with a key for a provider of that wire format it goes\nthrough the [meter](metering.md) and never sees the key. *Resume*: whether it goes on with its conversation when Forge was killed.\n*driven here*: `npm run test:agents` runs it against the fake provider; the others are as their documentation or their own help says,\nand nobody has run them with Forge yet. Any other program: [agents.md](agents.md#a-program-of-your-own-that-speaks-acp).',
    tableOf(['`agent:`', 'Started as', 'Login', 'Door', 'Resume', 'Known', 'To install'], rows),
  ].join('\n\n')}\n`
}

const classWords: Readonly<Record<KeyClass, string>> = {
  safety: 'stricter',
  trusted: 'trusted',
  own: 'your own',
  harmless: '',
}

function configurationPage(): string {
  const byKey = new Map(Object.entries(variables).map(([variable, key]) => [key, variable]))
  const rows = keyRows().map(({ key, type, fallback, description }) => [
    `\`${key}\``,
    type,
    fallback === '' ? '' : `\`${fallback}\``,
    byKey.has(key) ? `\`${byKey.get(key)}\`` : '',
    classWords[classOf(key.split('.')) ?? 'harmless'],
    description,
  ])
  return `${[
    '# Configuration',
    note,
    'The last of these that says something about a key wins, key by key, and under routing, prices, pipelines and mcpServers name by name; lists are taken whole:',
    [
      '1. defaults',
      '2. the user: `$XDG_CONFIG_HOME/forge/config.yaml` (`~/.config/forge/config.yaml`)',
      '3. the project: `.forge/config.yaml`, committed',
      '4. this machine: `.forge/config.local.yaml`, ignored by git',
      '5. the environment: few variables, see the table',
      '6. flags of a command',
    ].join('\n'),
    '`forge config list --show-origin` shows what is in force and who said it. A key that does not exist is an error with file,\nline and a suggestion. `forge init` writes a first file.',
    'What a repository says in its own files is not always taken: *trusted* keys are shown and approved by a human before any of them is\nused, *stricter* ones count only where they are stricter than your own, and *your own* may stand only in your own configuration\n([safety.md](safety.md), "A clone is a stranger").',
    tableOf(['Key', 'Type', 'Default', 'Variable', 'In a repository', 'Meaning'], rows),
  ].join('\n\n')}\n`
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

export function readWritten({ path }: Written): string {
  return readFileSync(join(root, path), 'utf8')
}

if (import.meta.main && process.argv.includes('--write')) {
  for (const { path, text } of await makeDocuments()) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
