import { describe, expect, it } from 'vitest'
import { objectionsTo } from './audit.ts'
import { modes } from './listing.ts'
import { objectionToName } from './names.ts'

describe('a name in a tree', () => {
  it.each([
    ['src/a\u202Etxt.js', /U\+202E/],
    ['src/a\u200Bb.js', /U\+200B/],
    ['a\u2066b', /U\+2066/],
    ['src/a\uFE0Fb.js', /U\+FE0F/],
    ['src/v1\uFE0F.js', /U\+FE0F/],
    ['src/аpi.ts', /two alphabets/],
    ['src/раypal.ts', /two alphabets/],
    ['con', /Windows/],
    ['src/aux.js', /Windows/],
    ['NUL.txt', /Windows/],
    ['lib/com1', /Windows/],
    ['trail. ', /dot or a space/],
    ['src/a./b', /dot or a space/],
    ['a\\b', /backslash/],
    [`${'d'.repeat(200)}/`.repeat(6) + 'x', /longer than 1024 bytes/],
  ])('I-30 is refused where it deceives or cannot stand everywhere: %j', (path, why) => {
    expect(objectionToName(path)).toSay(why)
  })

  it.each([
    'src/parser.ts',
    'docs/отчёт-v2.md',
    'docs/Документация.md',
    'ελληνικά/αρχείο.ts',
    'src/日本語.ts',
    'src/Δt.ts',
    'src/μm.ts',
    'src/naïve.ts',
    'src/[id].ts',
    'src/console.ts',
    'src/auxiliary.js',
    'src/com10.ts',
    '.env.example',
    'emoji/⚠️.md',
    'emoji/1️⃣.md',
  ])('I-30 is let be in any language: %j', (path) => {
    expect(objectionToName(path)).toBeUndefined()
  })

  it.each([
    ['.forge', 1],
    ['.forge/config.yaml', 1],
    ['.Forge/presets', 1],
    ['docs/.forge', 0],
  ])('I-30 is no link where Forge reads its own files: %s', (path, objections) => {
    const link = { mode: modes.link, oid: 'f'.repeat(40), path }
    const tree = { listing: { entries: [link], unreadable: [] }, links: new Map([[path, 'a']]) }
    expect(objectionsTo(tree, [])).toHaveLength(objections)
    // The user's own link is left alone.
    expect(objectionsTo(tree, [tree.listing])).toEqual([])
  })
})
