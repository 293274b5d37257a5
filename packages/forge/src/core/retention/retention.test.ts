import { expect, it } from 'vitest'
import { chooseExpired } from './retention.ts'

const day = 86_400_000
const now = 100 * day

it('U-29 transcripts of whole runs go, oldest first, by age and then by size', () => {
  const kept = [
    { run: 'new', bytes: 2_000_000, at: now - day },
    { run: 'old', bytes: 1, at: now - 31 * day },
    { run: 'middle', bytes: 2_000_000, at: now - 20 * day },
  ]
  const names = (days: number, megabytes: number): string[] =>
    chooseExpired(kept, { days, megabytes }, now).map(({ run }) => run)
  expect(names(365, 100)).toEqual([])
  expect(names(30, 100)).toEqual(['old'])
  expect(names(30, 3)).toEqual(['old', 'middle'])
  expect(names(30, 0)).toEqual(['old', 'middle', 'new'])
})

it('U-29 a run that is driven stays and makes no room: the next one goes in its place', () => {
  const kept = [
    { run: 'driven', bytes: 2_000_000, at: now - 40 * day },
    { run: 'middle', bytes: 2_000_000, at: now - 20 * day },
    { run: 'new', bytes: 2_000_000, at: now - day },
  ]
  const names = (megabytes: number): string[] =>
    chooseExpired(kept, { days: 30, megabytes }, now, new Set(['driven'])).map(({ run }) => run)
  expect(names(100)).toEqual([])
  expect(names(5)).toEqual(['middle'])
})
