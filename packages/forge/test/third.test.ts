import { afterEach, expect, it, vi } from 'vitest'
import { share } from './third.ts'

const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

afterEach(() => vi.unstubAllEnvs())

it('is everything when no third is named', () => {
  vi.stubEnv('FORGE_THIRD', undefined)
  expect(share(items)).toEqual(items)
})

it('thirds are disjoint, and together they are everything', () => {
  const thirds = ['0', '1', '2'].map((third) => {
    vi.stubEnv('FORGE_THIRD', third)
    return share(items)
  })
  expect(thirds.map((third) => third.length)).toEqual([3, 2, 2])
  expect(thirds.flat().toSorted()).toEqual(items)
})

it('a word that names no third is refused: it must not stand for an empty share', () => {
  vi.stubEnv('FORGE_THIRD', '3')
  expect(() => share(items)).toThrow('FORGE_THIRD is 3, not 0, 1 or 2')
})
