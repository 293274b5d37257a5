import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readShippedPresets } from '#adapters/presets/index.ts'
import { allowedBy, exceptions, presetNames, presetWordsIn, type Exception } from './words-of-presets.ts'

const sources = join(import.meta.dirname, '../../src')

/** Every line of the rooms that know no preset, with its place. */
const lines = ['core', 'engine', 'model', 'adapters'].flatMap((room) =>
  readdirSync(join(sources, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(join(sources, room, file), 'utf8')
        .split('\n')
        .map((text, index) => ({ text, place: `${room}/${file}:${index + 1}` })),
    ),
)

/** What is said in each line that no exception allows. */
function found(all: readonly { readonly text: string; readonly place: string }[]): string[] {
  return all.flatMap(({ text, place }) =>
    presetWordsIn(text)
      .filter((word) => allowedBy(word, text) === undefined)
      .map((word) => `${place} ${word}: ${text.trim()}`),
  )
}

describe('presets are data', () => {
  it('one that comes with Forge is called like its file: it is found by that, before it is read', () => {
    expect(presetNames).toEqual(readShippedPresets().map(({ path }) => basename(path, '.yaml')))
  })

  it('U-03 no preset is known in core, engine, model or adapters: not by its name, not by a word of its own', () => {
    expect(lines.length).toBeGreaterThan(25_000)
    expect(found(lines)).toEqual([])
  })

  it.each([
    ['a name in a name', 'export const sprintStates = []', 'sprint'],
    ['a name in several', 'const all_bugs = 1', 'bug'],
    ['a name in a text', 'return `engineering/${run}`', 'engineering'],
    ['a preset in quotes', "if (preset === 'build') return", 'build'],
    ['a preset in a comment', '/** The preset build has one more phase. */', 'build'],
    ['a preset in a comment, as a noun', '// what a bug is called', 'bug'],
    ['a machine', 'const at = taskState(unit)', 'task'],
    ['a field of it', "read('task.status')", 'task'],
    ['a table of it', '/** What the task moves to. */', 'task'],
    ['a status', "if (word === 'committed') return", 'committed'],
    ['a status with hyphens', "say('state.x', { as: 'code-revision-required' })", 'code-revision-required'],
    ['a template', "template === 'route-a'", 'route-a'],
    ['a unit', "units['sprint-plan']", 'sprint'],
    ['a phase of the work', '// after triage there is a plan', 'triag'],
    ['a status that core has a notice of', "if (word === 'escalated') return", 'escalat'],
    ['a meeting', 'function retroNote() {}', 'retro'],
  ])('U-03 finds %s', (_, text, word) => {
    expect(found([{ text, place: 'core/planted.ts:1' }])).toContain(`core/planted.ts:1 ${word}: ${text}`)
  })

  it('U-03 finds nothing in words that only sound like it', () => {
    const texts = [
      'const taskOf = 1',
      '// the build has ended',
      '// debugging',
      "verdict: 'approved'",
      '// a throw is a bug',
    ]
    expect(found(texts.map((text) => ({ text, place: 'core/planted.ts:1' })))).toEqual([])
  })

  it('U-03 every exception is needed', () => {
    const used = new Set<Exception | undefined>(
      lines.flatMap(({ text }) => presetWordsIn(text).map((word) => allowedBy(word, text))),
    )
    expect(exceptions.filter((exception) => !used.has(exception)).map(({ word }) => word)).toEqual([])
  })
})
