import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import { ownFileFaults } from './own-files.ts'

const preset = `name: mine
title: My own way
templates:
  change:
    phases:
      - { name: work, kind: agent, role: worker, yields: work }
start:
  - { id: change, template: change }
`
const good: readonly (readonly [path: string, text: string])[] = [
  ['.forge/config.yaml', 'slots: 3\n'],
  ['.forge/presets/mine.yaml', preset],
  ['.forge/gates/build.md', 'Words.\n\n```gates phase=implement\nforbid task.status == committed\n```\n'],
  ['.forge/roles.yaml', 'plan: { persona: architect }\n'],
  ['.forge/personas/engineer.md', '---\nname: engineer\n---\nYou build.\n'],
]

describe('files that Forge itself reads', () => {
  it.each([
    ['.forge/config.yaml', 'verify: [npm test]\nslotz: 3\n', '.forge/config.yaml:2: slotz: ', 'did you mean slots?'],
    ['.forge/config.local.yaml', 'slots: many\n', '.forge/config.local.yaml:1: slots: ', ''],
    ['.forge/presets/mine.yaml', preset.replace('kind: agent', 'kind: agnt'), 'mine.yaml:6: ', 'did you mean agent?'],
    ['.forge/gates/build.md', '```gates phase=implement\nforbidd x == y\n```\n', 'build.md:2:1: ', 'mean forbid?'],
    ['.forge/roles.yaml', 'plan: { person: architect }\n', '.forge/roles.yaml: ', 'person'],
    [
      '.forge/personas/engineer.md',
      '---\nname: engineer\nskils: [a]\n---\nx\n',
      'engineer.md:3: skils',
      'mean skills?',
    ],
    ['.forge/blocks/style.md', '---\nname: style\n', '.forge/blocks/style.md:1: ', 'is not closed'],
  ])('S0-41 U-28 %s that does not fit its schema is named by line and field', (path, text, place, hint) => {
    const faults = ownFileFaults(path, text)
      .map((fault) => render(fault, 'en'))
      .join('\n')
    expect(faults).toContain(place)
    expect(faults).toContain(hint)
  })

  it.each(good)('S0-41 %s that fits has no fault', (path, text) => {
    expect(ownFileFaults(path, text)).toEqual([])
  })

  it('any other file is none of them, whatever it holds', () => {
    for (const path of ['config.yaml', 'docs/.forge/config.yaml', '.forge/notes.md', '.forge/presets/deep/x.yaml'])
      expect(ownFileFaults(path, 'slotz: [')).toEqual([])
  })
})
