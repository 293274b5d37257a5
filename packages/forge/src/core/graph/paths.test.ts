import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCovered, pathFault, pathsOverlap } from './paths.ts'

const part = fc.constantFrom('a', 'b', 'ab', 'src', 'x.ts', '.github', '.gitignore', 'git', '..a', 'é')
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))

/** Spellings that some file system accepts for the git directory. */
const gitNames = [
  '.git',
  '.GIT',
  '.Git',
  '.git.',
  '.git ',
  '.git. .',
  'git~1',
  'GIT~1',
  '.g\u200cit',
  '.git\u200d',
  '.git.\u200c',
  '.gi\u200ft ',
  '\ufeff.git',
  '.git::$INDEX_ALLOCATION',
  '.git:x',
  'git~1:x',
  '.g\u202ait',
  '.gi\u206ft',
]

describe('a path in a plan', () => {
  it('U-28 (I-30, T-12) is refused when it is absolute, leaves the repository or is not in its shortest form', () => {
    const faults = [
      '',
      '/',
      '/etc/passwd',
      'C:\\x',
      'c:/x',
      '\\\\host\\share',
      'a\\b',
      '..',
      '../x',
      'a/../b',
      'a/..',
      './a',
      'a/./b',
      'a//b',
      'a//',
      '.',
      'a\0b',
      'a\nb',
      'a\u007f',
    ]
    for (const fault of faults) expect([fault, pathFault(fault)]).toEqual([fault, expect.any(Object)])
  })

  it('U-28 (I-30) is refused when any part of it names the git directory in any spelling', () => {
    for (const name of gitNames) {
      for (const whole of [name, `${name}/config`, `a/${name}`, `a/${name}/hooks/x`])
        expect([whole, pathFault(whole)]).toEqual([whole, expect.any(Object)])
    }
  })

  it('U-28 (T-12) is accepted when it is plain, and what is accepted stays below the root', () => {
    fc.assert(
      fc.property(path, (plain) => {
        expect(pathFault(plain)).toBeUndefined()
        expect(pathFault(`${plain}/`)).toBeUndefined()
      }),
    )
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '..', '.', '', '.git', 'b'), { minLength: 1, maxLength: 6 }),
        (parts) => {
          const whole = parts.join('/')
          if (pathFault(whole) !== undefined) return
          expect(parts.filter((name) => name === '..' || name === '.' || name === '.git')).toEqual([])
          expect(whole.startsWith('/')).toBe(false)
        },
      ),
    )
  })
})

describe('overlap', () => {
  it('U-09 is the same both ways, and of every path with itself and what is below it', () => {
    fc.assert(
      fc.property(path, path, (one, other) => {
        expect(pathsOverlap(one, other)).toBe(pathsOverlap(other, one))
        expect(pathsOverlap(one, one)).toBe(true)
        expect(pathsOverlap(one, `${one}/${other}`)).toBe(true)
        expect(pathsOverlap(one, `${one}/`)).toBe(true)
      }),
    )
  })

  it('U-09 is by whole names: a common beginning of a name is no overlap', () => {
    expect(pathsOverlap('src/a', 'src/ab')).toBe(false)
    expect(pathsOverlap('src/a.ts', 'src/a.ts.bak')).toBe(false)
    expect(isCovered('src/ab', ['src/a'])).toBe(false)
  })

  it('U-28 what is covered overlaps, and a directory covers what is in it', () => {
    fc.assert(
      fc.property(path, path, (one, other) => {
        if (isCovered(one, [other])) expect(pathsOverlap(one, other)).toBe(true)
        expect(isCovered(`${one}/${other}`, [`${one}/`])).toBe(true)
      }),
    )
  })
})
