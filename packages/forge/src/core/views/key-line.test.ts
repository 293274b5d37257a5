/** The one line of a failure that is worth remembering. */
import { describe, expect, it } from 'vitest'
import { raw, several } from '#messages/said.ts'
import { keyLine } from './key-line.ts'

describe('the telling line of a failure', () => {
  it.each([
    ['✔ adds (1 ms)\n✖ makes slugs (2 ms)\nℹ fail 1', '✖ makes slugs (2 ms)'],
    ['> demo@1.0.0 test\nnot ok 3 - adds', 'not ok 3 - adds'],
    ['checked 2 files\nsrc/a.ts(3,1): error TS2304: no such name', 'src/a.ts(3,1): error TS2304: no such name'],
    ['running 2 tests\nAssertionError [ERR_ASSERTION]: 1 == 2', 'AssertionError [ERR_ASSERTION]: 1 == 2'],
  ])('S3-33 is what names the trouble in %j', (printed, told) => {
    const line = keyLine({ tag: 'unmet', summary: several([raw('test exited 1'), raw(printed)], '\n') })
    expect(line).toEqual(`test exited 1: ${told}`)
  })

  it('S3-33 says in words how a process ended, and is bounded', () => {
    expect(keyLine({ tag: 'crash', exitCode: null, signal: 'SIGSEGV' })).toEqual('crashed (SIGSEGV)')
    expect(keyLine({ tag: 'crash', exitCode: 1, signal: null, said: 'error: unknown option' })).toEqual(
      'crashed (exit code 1): error: unknown option',
    )
    expect(keyLine({ tag: 'empty' })).toEqual('the agent gave no answer')
    expect(keyLine({ tag: 'unmet', summary: raw('x'.repeat(2000)) })).toEqual(`${'x'.repeat(299)}…`)
  })
})
