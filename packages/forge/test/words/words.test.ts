/** No text for people outside the catalogue, and none that a journal or a refusal keeps in English without its other words. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Written } from '#config/schema.ts'
import { Preset } from '#model/preset.ts'
import { commandsPtBR } from '#presets/messages/pt-BR/commands.ts'
import { helpPtBR } from '#presets/messages/pt-BR/help.ts'
import { speechOf } from '#surfaces/operations/text/language.ts'
import { speaking } from '#surfaces/operations/text/message.ts'
import { isPhrase, literalsBelow, sampleOf, type Literal } from './literals.ts'

const brazilian = await speechOf('pt-BR')
/** Known, and nothing of it is left in English: no two words of it stand beside each other in what is said. */
const isKnown = ({ text }: Literal): boolean => {
  const sample = sampleOf(text)
  const other = speaking(brazilian, () => brazilian.sentence(sample.trim()) ?? brazilian.sentence(sample))
  return other !== undefined && !phrasesIn(sample).some((phrase) => phrasesIn(other).includes(phrase))
}
/** Commands, and what is called the same in both languages. */
const shared = /\b(forge|git|gh|npm|apt|dnf|opencode|kilo) [\w-]+( [a-z]+)?|\bplan edit\b|\bfront matter\b/g

function phrasesIn(text: string): readonly string[] {
  const words = text.replaceAll(shared, '·').split(/\s+/)
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`)
  return pairs.filter((pair) => /^[a-z]{2,} [a-z]{2,}$/.test(pair))
}

/** What is typed into a shell is the same in every language. */
const isCommand = ({ text }: Literal): boolean =>
  /^(forge|git|cd|npm|export|pass|eval|opencode|goose|--\w+)( |⟨)|^[\w.]+\.(yaml|md) /.test(text.trim())
const isHelp = ({ text, within, file }: Literal): boolean =>
  helpPtBR[text] !== undefined ||
  ['details', 'command', 'describe', 'description', 'name', 'chapters'].includes(within[0] ?? '') ||
  (within[0] === 'summary' && commandsPtBR[within.at(-1) ?? ''] !== '') ||
  (file.endsWith('/list.ts') && within[0] === 'row') ||
  within.includes('groupSummaries')
/** A bug is told to those who repair it. */
const isBug = ({ within }: Literal): boolean => within[0] === 'Error'
const told = (found: readonly Literal[]): string[] => found.map(({ where, text }) => `${where} ${text}`)

const rooms = ['core', 'forge', 'config', 'engine', 'adapters/git', 'adapters/user-repository', 'adapters/accounts']

/** Files whose texts go to agents, to git, to a shell or into a file, and not to a person. */
const forOthers: readonly RegExp[] = [
  // What agents are told.
  /^core\/context\//,
  /^core\/graph\/terms\.ts$/,
  /^config\/texts\/role-block\.ts$/,
  /^forge\/(advising|agents\/trying|sample|sample-script)\.ts$/,
  // What is only reckoned with, or is a trace for machines.
  /^core\/check\/(outcomes|explore)\.ts$/,
  /^core\/(graph\/question|route\/route)\.ts$/,
  // Fields, which help knows.
  /^core\/views\/rows\.ts$/,
  // Commits, reflogs and git's own language.
  /^core\/next\/(message-style|tasks)\.ts$/,
  /^engine\/perform\/(sync|integrate|single-commit)\.ts$/,
  /^adapters\/git\/(control|filters|publish|scenery|refs)\.ts$/,
  // Files that are written, schemas and commands of projects.
  /^config\/(detect\/\w+|initial|starter|schema|agent-settings|agent-programs|keys)\.ts$/,
  /^forge\/(rehearse\/script|certify\/\w+)\.ts$/,
]
const isForOthers = ({ file, text }: Literal): boolean =>
  forOthers.some((pattern) => pattern.test(file)) || /^(ended by|forge: |Forge account)/.test(text)

interface SchemaNode {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, { readonly description?: string; readonly const?: unknown }>>
}

/** Of every field that must be there, what it means. */
function meaningsIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  const { required = [], properties = {} } = node as SchemaNode
  const own = Array.isArray(required) ? required.map((name) => properties[name]) : []
  const meant = own.flatMap((field) =>
    field?.description === undefined || field.const !== undefined ? [] : [field.description],
  )
  return [...meant, ...Object.values(node).flatMap(meaningsIn)]
}

describe('texts in the sources', () => {
  it('U-25 surfaces print words of the catalogue; what they refuse with has its other words', () => {
    const all = [...literalsBelow('surfaces/operations'), ...literalsBelow('surfaces/cli')]
    const phrases = all.filter(({ text }) => isPhrase(text))
    expect(phrases.length).toBeGreaterThan(300)
    // The script of a shell is no text for people.
    const rest = phrases.filter(({ file }) => !file.endsWith('/completion.ts'))
    expect(told(rest.filter((one) => !isHelp(one) && !isCommand(one) && !isBug(one) && !isKnown(one)))).toEqual([])
  })

  it('U-25 no word is toned or shown that does not come from the catalogue', () => {
    const shown = literalsBelow('surfaces').filter(({ within }) => ['dim', 'strong', 'toned'].includes(within[0] ?? ''))
    expect(shown.length).toBeGreaterThan(40)
    const tones = new Set(['plain', 'strong', 'dim', 'good', 'warn', 'bad'])
    const words = shown.filter(({ text }) => /[A-Za-z]{3,}/.test(text.replaceAll(/⟨\d+⟩/g, '')) && !tones.has(text))
    expect(told(words.filter(({ text }) => text !== 'forge: ' && text !== '[forge] ' && text !== 'forge'))).toEqual([])
  })

  it.each(rooms)('U-25 what %s says to people is known in other words', (folder) => {
    const phrases = literalsBelow(folder).filter(({ text }) => isPhrase(text))
    const forPeople = phrases.filter((one) => !isForOthers(one) && !isBug(one) && !isCommand(one))
    expect(told(forPeople.filter((one) => !isKnown(one)))).toEqual([])
  })

  it('U-25 what is to be typed in a command that is shown is known in other words', () => {
    const commands = ['surfaces/operations', 'forge', 'core'].flatMap(literalsBelow).filter(isCommand)
    const places = commands.flatMap(({ text }) => text.match(/<[a-z][a-z ]*>/g) ?? [])
    expect(new Set(places).size).toBeGreaterThan(8)
    expect([...new Set(places)].filter((place) => brazilian.sentence(place) === undefined)).toEqual([])
  })

  it('U-25 what a key means that must be there is known in other words', () => {
    const meanings = [Preset, Written].flatMap((schema) =>
      meaningsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    )
    expect(meanings.length).toBeGreaterThan(15)
    expect(meanings.filter((text) => brazilian.sentence(text) === undefined)).toEqual([])
  })

  it('U-25 what agents are and how they are tortured is known in other words', () => {
    const about = literalsBelow('adapters/agents').filter(({ within }) =>
      ['about', 'argument', 'hint', 'what'].includes(within[0] ?? ''),
    )
    const phrases = about.filter((one) => isPhrase(one.text) && /kinds|index|quirks|rows|behaviours/.test(one.file))
    expect(phrases.length).toBeGreaterThan(30)
    expect(told(phrases.filter((one) => !isKnown(one) && !isCommand(one)))).toEqual([])
  })
})
