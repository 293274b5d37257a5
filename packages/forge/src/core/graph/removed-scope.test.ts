import { describe, expect, it } from 'vitest'
import { unitOf } from '#testing/builders/index.ts'
import { removedScope } from './removed-scope.ts'

const command = (run: string, cwd = '.') => ({ name: run, run, cwd, timeoutMs: 1000 })
const must = (check: string) => ({ check, expected: 'yes' })
const noted = (check: string) => ({ ...must(check), blocking: false })

const agreed = unitOf('api', {
  title: 'The API',
  writes: ['src/api/', 'docs/api.md'],
  verify: [command('npm test'), command('npm run lint', 'api')],
})

describe('what a plan no longer has of an approved one', () => {
  it('nothing, where everything stayed or there is more', () => {
    const more = { ...agreed, writes: [...(agreed.writes ?? []), 'src/other.ts'], brief: 'other words' }
    expect(removedScope([agreed], [agreed])).toEqual([])
    expect(removedScope([agreed], [more, unitOf('web')])).toEqual([])
  })

  it('a unit that went, by its id and title', () => {
    expect(removedScope([agreed, unitOf('web', { title: 'The page' })], [agreed])).toEqual(['unit web (The page)'])
  })

  it('places: one that is named more closely is kept, another is not, and all of them are where none is named', () => {
    const closer = { ...agreed, writes: ['src/api/login.ts', 'docs/api.md'] }
    expect(removedScope([agreed], [closer])).toEqual([])
    expect(removedScope([agreed], [{ ...agreed, writes: ['src/api/'] }])).toEqual(['api no longer writes docs/api.md'])
    const { writes, ...anywhere } = agreed
    expect([writes?.length, removedScope([agreed], [anywhere])]).toEqual([2, []])
  })

  it('commands, which are the same only in the same folder', () => {
    const elsewhere = { ...agreed, verify: [command('npm test'), command('npm run lint')] }
    expect(removedScope([agreed], [elsewhere])).toEqual(['api no longer runs npm run lint'])
  })

  it('criteria, also one that no longer has to hold', () => {
    const before = unitOf('api', { acceptanceCriteria: [must('logs in'), noted('is fast')] })
    const weaker = unitOf('api', { acceptanceCriteria: [noted('logs in'), must('is fast')] })
    expect(removedScope([before], [weaker])).toEqual(['api no longer has to show logs in → yes'])
  })

  it('the pipeline', () => {
    expect(removedScope([{ ...agreed, pipeline: 'careful' }], [agreed])).toEqual(['api no longer uses careful'])
  })
})
