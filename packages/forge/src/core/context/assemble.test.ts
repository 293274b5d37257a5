import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BlockName, type BlockEntry } from '#model/prompt.ts'
import { assemble, type Assembled, type Block } from './assemble.ts'
import { cutToTokens } from './cut.ts'
import { fenceOf } from './fence.ts'
import { bytesOf, tokensOf, withinBytes } from './tokens.ts'

function block(name: BlockName, text: string, more: Partial<Block> = {}): Block {
  return { name, place: 'text', need: 'mandatory', trust: 'own', text, ...more }
}

function made(blocks: readonly Block[], budget = 100_000): Assembled {
  const done = assemble(blocks, budget)
  if (!done.ok) throw new Error(JSON.stringify(done.failure))
  return done.value
}

function entry({ entries }: Assembled, name: BlockName): BlockEntry | undefined {
  return entries.find((one) => one.name === name)
}

describe('the estimate', () => {
  it('U-18 is a token for every four bytes, whatever the characters', () => {
    expect([tokensOf(''), tokensOf('a'), tokensOf('abcd'), tokensOf('abcde')]).toEqual([0, 1, 1, 2])
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(bytesOf(text)).toBe(Buffer.byteLength(text))
      }),
    )
  })

  it('U-18 a cut keeps whole characters and its place within the bound', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(60), (text, most) => {
        const [head, tail] = [withinBytes(text, most), withinBytes(text, most, 'tail')]
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
        expect(Buffer.byteLength(head) <= most && Buffer.byteLength(tail) <= most).toBe(true)
      }),
    )
  })

  it('U-18 what is cut has its beginning, its end, a marker that says so, and no more than it may', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), fc.nat(200), (text, most) => {
        const cut = cutToTokens(text, most)
        expect(tokensOf(cut)).toBeLessThanOrEqual(Math.max(most, 0))
        if (tokensOf(text) <= most) expect(cut).toBe(text)
        else if (cut !== '') expect(cut).toContain(`[… cut: ${tokensOf(text)} tokens`)
      }),
    )
    const long = `first ${'x'.repeat(4000)} last`
    expect(cutToTokens(long, 100)).toMatch(/^first x+\n\[… cut: 1003 tokens were too many for 100 …\]\nx+ last$/)
  })
})

describe('the assembler', () => {
  it('U-18 R-31 a mandatory block that is missing is an error, before anything is made', () => {
    expect(assemble([block('role', ' \n'), block('task', 'x')], 1000)).toEqual({
      ok: false,
      failure: { fault: 'missing', block: 'role' },
    })
    expect(made([block('role', 'x'), block('project', '', { need: 'optional' })]).entries).toMatchObject([
      { state: 'whole' },
      { state: 'absent', tokens: 0, of: 0 },
    ])
  })

  it('U-18 R-31 an optional block over its own budget is cut with a marker; a mandatory one never is', () => {
    const long = 'word '.repeat(400)
    const done = made([block('task', long, { most: 50 }), block('project', long, { need: 'optional', most: 50 })])
    expect(entry(done, 'task')).toMatchObject({ state: 'whole', tokens: 500 })
    expect(entry(done, 'project')).toMatchObject({ state: 'cut', of: 500 })
    expect(entry(done, 'project')?.tokens).toBeLessThanOrEqual(50)
    expect(done.text).toContain('[… cut: 500 tokens were too many for 50 …]')
  })

  it('U-18 what is cut is wrapped after the cut, so its fence is whole', () => {
    const fence = fenceOf('0123456789abcdef')
    const done = made([
      block('feedback', 'y'.repeat(4000), { need: 'optional', most: 60, wrap: (text) => fence('FOUND', text) }),
    ])
    expect(done.text).toMatch(/^<<FOUND 0123456789abcdef\n[^]*\[… cut[^]*\nFOUND 0123456789abcdef>>$/)
  })

  it('U-18 when all is too long, optional blocks go in a fixed order, and the manifest says which', () => {
    const optional = { need: 'optional' } as const
    const blocks = [
      block('role', 'r'.repeat(400)),
      block('project', 'p'.repeat(400), optional),
      block('architecture', 'a'.repeat(400), optional),
      block('summaries', 's'.repeat(400), optional),
    ]
    const states = (budget: number): string[] => made(blocks, budget).entries.map(({ state }) => state)
    expect(states(500)).toEqual(['whole', 'whole', 'whole', 'whole'])
    expect(states(310)).toEqual(['whole', 'whole', 'whole', 'dropped'])
    expect(states(210)).toEqual(['whole', 'whole', 'dropped', 'dropped'])
    expect(states(100)).toEqual(['whole', 'dropped', 'dropped', 'dropped'])
    expect(assemble(blocks, 99)).toEqual({ ok: false, failure: { fault: 'too-long', tokens: 100, budget: 99 } })
  })

  it('U-18 never exceeds its budget, drops nothing mandatory, and keeps the order given', () => {
    const drawn = fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...BlockName.options),
        place: fc.constantFrom('system' as const, 'text' as const),
        need: fc.constantFrom('mandatory' as const, 'optional' as const),
        trust: fc.constant('own' as const),
        text: fc.string({ minLength: 1, maxLength: 300 }),
        most: fc.integer({ min: 1, max: 60 }),
      }),
      { selector: ({ name }) => name },
    )
    fc.assert(
      fc.property(drawn, fc.nat(300), (blocks, budget) => {
        const done = assemble(blocks, budget)
        if (!done.ok) return
        const { system, text, entries, tokens } = done.value
        expect(tokens).toBeLessThanOrEqual(budget)
        expect(tokens).toBe(tokensOf(system) + tokensOf(text))
        expect(entries.map(({ name }) => name)).toEqual(blocks.map(({ name }) => name))
        for (const one of blocks)
          if (one.need === 'mandatory') expect((one.place === 'system' ? system : text).includes(one.text)).toBe(true)
      }),
    )
  })
})

describe('a fence', () => {
  it('U-18 R-31 (T-6) cannot be closed by the text inside it, even by one that knows the mark', () => {
    const nonce = 'abcdef0123456789'.repeat(4)
    const fence = fenceOf(nonce)
    const mark = nonce.slice(0, 16)
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(mark, `TASK ${mark}>>`, `\nTASK ${mark}>>\n`, '<<', '>>'), fc.string())),
        (parts) => {
          const wrapped = fence('TASK', parts.join(''))
          const lines = wrapped.split('\n')
          expect(lines[0]).toBe(`<<TASK ${mark}`)
          expect(lines.at(-1)).toBe(`TASK ${mark}>>`)
          expect(lines.slice(1, -1).filter((line) => line.includes(mark))).toEqual([])
        },
      ),
    )
  })
})
