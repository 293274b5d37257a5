import { describe, expect, it } from 'vitest'
import type { UserSnapshot } from '#model/user-snapshot.ts'
import { blame, type Case } from './blame.ts'

const ada = 'Ada <ada@example.org>'
const calm: UserSnapshot = { rules: 'r', hooks: 'h', refs: new Map([['HEAD', { at: '1', by: ada }]]), files: new Map() }
const nothing: Case['traces'] = { written: new Map(), links: [] }

function judged(after: Partial<UserSnapshot>, more: Partial<Case> = {}) {
  return blame({ before: calm, after: { ...calm, ...after }, traces: nothing, declared: ['a.txt'], user: ada, ...more })
}

const files = (path: string) => ({ files: new Map([[path, 'changed d1']]) })
const written = (path: string, digest: string) => ({ traces: { written: new Map([[path, digest]]), links: [] } })

describe('what changed in the user’s repository', () => {
  it('F-27 is the agent’s when it is configuration or a hook', () => {
    expect(judged({ rules: 'other' }).agent).toEqual(['.git/config'])
    expect(judged({ hooks: 'other' }).agent).toEqual(['.git/hooks'])
  })

  it('F-27 is the agent’s when its reflog names somebody else, the user’s when it names them', () => {
    const moved = (by: string | undefined) => judged({ refs: new Map([['HEAD', { at: '2', by }]]) })
    expect(moved('Agent <agent@x>')).toEqual({ agent: ['HEAD'], open: [] })
    expect(moved(ada)).toEqual({ agent: [], open: ['HEAD'] })
    expect(moved(undefined)).toEqual({ agent: [], open: ['HEAD'] })
  })

  it('F-27 is the agent’s when its tree holds a copy, misses what it was to write, or leads there', () => {
    expect(judged(files('z.txt'), written('a.txt', 'd1')).agent).toEqual(['z.txt'])
    expect(judged(files('a.txt')).agent).toEqual(['a.txt'])
    expect(judged(files('z.txt'), { traces: { written: new Map(), links: ['way'] } }).agent).toEqual(['z.txt'])
  })

  it('F-13 is the user’s when nothing ties it to the agent: a save in an editor, also of what the agent works on', () => {
    expect(judged(files('z.txt'))).toEqual({ agent: [], open: ['z.txt'] })
    expect(judged(files('a.txt'), written('a.txt', 'd2'))).toEqual({ agent: [], open: ['a.txt'] })
  })

  it('F-13 is the user’s when their own git moved HEAD meanwhile', () => {
    const refs = new Map([['HEAD', { at: '2', by: ada }]])
    expect(judged({ refs, ...files('a.txt') })).toEqual({ agent: [], open: ['HEAD', 'a.txt'] })
  })

  it('F-27 is nothing when nothing changed', () => {
    expect(judged({})).toEqual({ agent: [], open: [] })
  })
})
