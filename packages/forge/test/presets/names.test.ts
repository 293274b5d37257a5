import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readShippedPresets } from '#adapters/presets/index.ts'
import { presetOf } from '#testing/builders/index.ts'

const sources = join(import.meta.dirname, '../../src')

describe('presets are data', () => {
  it('one that comes with Forge is called like its file: it is found by that, before it is read', () => {
    const shipped = readShippedPresets()
    expect(shipped.map(({ path, text }) => presetOf(text, path).name)).toEqual(
      shipped.map(({ path }) => basename(path, '.yaml')),
    )
  })

  it('U-03 no preset is known by its name in core or engine', () => {
    const names = readShippedPresets().map(({ path, text }) => presetOf(text, path).name)
    expect(names.length).toBeGreaterThan(0)
    const quoted = new RegExp(`['"\`](${names.join('|')})['"\`]`)
    const files = ['core', 'engine'].flatMap((room) =>
      readdirSync(join(sources, room), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => join(sources, room, file)),
    )
    expect(files.length).toBeGreaterThan(50)
    // `why: 'bug'` is a mistake of Forge itself, not the preset of that name.
    const linesOf = (file: string): string[] =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => quoted.test(line) && !line.includes("why: 'bug'"))
    expect(files.flatMap(linesOf)).toEqual([])
  })
})
