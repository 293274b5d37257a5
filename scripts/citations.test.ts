import { describe, expect, it } from 'vitest'
import { rowsOf, unresolvedIn } from './citations.ts'

const page = '| Id | What |\n|---|---|\n| I-1* | a |\n| F-24 | b |\n| S1-30 | c |\n| B12 | d |\n| T-90 | e |\n'

describe('numbers that sources cite', () => {
  it('are the first cells of the rows of a page', () => {
    expect([...rowsOf(page)]).toEqual(['I-1', 'F-24', 'S1-30', 'B12', 'T-90'])
  })

  it('are found where they have no row, each once, with the page on which it is missing', () => {
    const text = '// I-1 F-24 S1-30 B12 T-90 and I-2, F-99, F-99, U-77, B77, H8; UTF-8 and sha-256 are none'
    expect(unresolvedIn(text, () => rowsOf(page)).map(({ code, page }) => `${code} ${page}`)).toEqual([
      'I-2 docs/reliability.md',
      'F-99 docs/reliability.md',
      'B77 docs/proof.md',
      'U-77 docs/capabilities.md',
      'H8 no page',
    ])
  })
})
