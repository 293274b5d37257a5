/** The one line of a failure that is worth remembering. */
import { describe, expect, it } from 'vitest'
import { tellingLine } from './telling-line.ts'

describe('the telling line of a failure', () => {
  it.each([
    ['✔ adds (1 ms)\n✖ makes slugs (2 ms)\nℹ fail 1', '✖ makes slugs (2 ms)'],
    ['> demo@1.0.0 test\nnot ok 3 - adds', 'not ok 3 - adds'],
    ['checked 2 files\nsrc/a.ts(3,1): error TS2304: no such name', 'src/a.ts(3,1): error TS2304: no such name'],
    ['running 2 tests\nAssertionError [ERR_ASSERTION]: 1 == 2', 'AssertionError [ERR_ASSERTION]: 1 == 2'],
  ])('S3-33 is what names the trouble in %j', (printed, told) => {
    const line = tellingLine({ tag: 'unmet', summary: `test exited 1\n${printed}` })
    expect(line).toBe(`test exited 1: ${told}`)
  })

  it('S3-33 says in words how a process ended, and is bounded', () => {
    expect(tellingLine({ tag: 'crash', exitCode: null, signal: 'SIGSEGV' })).toBe('crashed (SIGSEGV)')
    expect(tellingLine({ tag: 'crash', exitCode: 1, signal: null, said: 'error: unknown option' })).toBe(
      'crashed (exit 1): error: unknown option',
    )
    expect(tellingLine({ tag: 'empty' })).toBe('no answer')
    expect(tellingLine({ tag: 'unmet', summary: 'x'.repeat(2000) })).toHaveLength(300)
  })
})
