import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import { raw } from '#messages/said.ts'
import { oidOf } from '#testing/builders/index.ts'
import { refuse, whyNotHere, whyNotNow } from './refuse.ts'

const sight = { branch: 'main', head: oidOf('head'), isSparse: false, filter: undefined, unfinished: undefined }

describe('why a landing is not made in this checkout', () => {
  it('not at all, where the branch fits or none is named', () => {
    expect([whyNotHere(sight, undefined), whyNotHere(sight, 'main'), whyNotNow(sight)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it.each([
    [{ ...sight, branch: undefined, isSparse: true }, undefined, { code: 'detached-head' }],
    [{ ...sight, isSparse: true }, 'next', { code: 'other-branch', about: 'main' }],
    [{ ...sight, isSparse: true, filter: 'lfs' }, 'main', { code: 'sparse-checkout' }],
    [{ ...sight, filter: 'lfs' }, 'main', { code: 'filters', about: 'lfs' }],
  ])('the first thing that a user has to change: %o', (seen, branch, refused) => {
    expect(whyNotHere(seen, branch)).toEqual({ status: 'refused', ...refused })
  })

  it('what the user is in the middle of', () => {
    expect(whyNotNow({ ...sight, unfinished: raw('a rebase') })).toEqual(
      refuse({ code: 'in-progress', about: raw('a rebase') }),
    )
  })

  it('what is named fits into the journal, however long it is', () => {
    const long = refuse({
      code: 'git-refused',
      about: raw('x'.repeat(5000)),
      paths: Array.from({ length: 300 }, () => 'a'),
    })
    expect([long.about && render(long.about, 'en').length, long.paths?.length]).toEqual([1000, 200])
  })
})
