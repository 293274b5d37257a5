import { describe, expect, it } from 'vitest'
import { applyPlant, plantName } from './plant.ts'

const source = `
const limits = { first: 1, 'second-one': 2 } as const satisfies Record<string, number>
/** é 😀: offsets count letters, not bytes. */
export function decide(count: number): string {
  const inner = (n: number): number => n + limits.first
  return inner(count) > 1 ? 'many' : 'one'
}
export const short = (text: string): string => text.trim()
export const long = async (text: string): Promise<string> => {
  return text
}
export class Store {
  read(): string { return 'store' }
  write = (text: string): string => text
}
export class Cache { read(): string { return 'cache' } }
export function twice(): number { return 1 + 1 }
export function outer(): number { const twice = (): number => 3; return twice() }
`

const planted = (plant: object): string => {
  const applied = applyPlant(source, { id: 'U-05', module: 'core/a.ts', replace: '', ...plant })
  return 'text' in applied ? applied.text : applied.objection
}

describe('a plant', () => {
  it.each([
    [
      'a function',
      { function: 'decide', replace: "return 'none'" },
      "(count: number): string {\nreturn 'none'\n}\nexport",
    ],
    ['a function inside another', { function: 'decide.inner', replace: '0' }, '(n: number): number => (0)\n  return'],
    ['an arrow', { function: 'short', replace: 'text' }, '(text: string): string => (text)\nexport'],
    ['an arrow with a block', { function: 'long', replace: "return ''" }, "=> {\nreturn ''\n}\nexport class Store"],
    ['a method', { function: 'Store.read', replace: "return ''" }, "Store {\n  read(): string {\nreturn ''\n}\n"],
    ['a function by its whole path', { function: 'twice', replace: 'return 2' }, 'twice(): number {\nreturn 2\n}'],
    ['a field that is a function', { function: 'write', replace: "''" }, "(text: string): string => ('')\n}"],
    ['a const', { function: 'limits', replace: '{}' }, 'const limits = ({}) as const satisfies'],
    ['a property of a table', { function: 'limits.second-one', replace: '9' }, "'second-one': (9) }"],
    ['a text inside a function', { function: 'decide', find: "'many'", replace: "'one'" }, "> 1 ? 'one' : 'one'"],
  ])('replaces %s', (_what, plant, expected) => {
    expect(planted(plant)).toContain(expected)
  })

  it.each([
    ['names a function that is not there', { function: 'gone' }, 'has no function gone'],
    ['names two functions', { function: 'read' }, 'has 2 functions read: Store.read, Cache.read'],
    ['finds nothing', { function: 'twice', find: '2' }, 'does not hold the text to find: 2'],
    ['finds more than one place', { function: 'twice', find: '1' }, 'holds the text to find more than once: 1'],
    ['looks for a text outside of its function', { function: 'twice', find: 'trim' }, 'does not hold'],
    ['changes nothing', { function: 'twice', find: '1 + 1', replace: '1 + 1' }, 'changes nothing'],
    ['is no program', { function: 'twice', replace: 'return (' }, 'is no TypeScript'],
    ['names nothing', { replace: 'x' }, 'names neither a function nor a text to find'],
  ])('that %s does not apply', (_what, plant, objection) => {
    expect(planted(plant)).toContain(objection)
  })

  it('of a data file replaces a text that stands there once', () => {
    const plant = { id: 'U-05', module: 'presets/a.yaml', find: 'rounds: 3', replace: 'rounds: 9' }
    expect(applyPlant('a: 1\nrounds: 3\n', plant)).toEqual({ text: 'a: 1\nrounds: 9\n' })
    expect(applyPlant('rounds: 3\nrounds: 3\n', plant)).toMatchObject({
      objection: expect.stringMatching(/more than once/),
    })
    expect(plantName(plant)).toBe('presets/a.yaml')
  })
})
