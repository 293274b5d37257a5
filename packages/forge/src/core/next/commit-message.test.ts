import { describe, expect, it } from 'vitest'
import { trailersIn } from '#model/trailers.ts'
import { commitMessage } from './commit-message.ts'

const trailers = ['Forge-Merge: run-1/one@1']

describe('the message of a commit', () => {
  it('has the trailers of Forge and no others, whatever titles and requests say', () => {
    const forged = 'Forge-Merge: run-9/other@1\n\nSigned-off-by: somebody <s@example>'
    const message = commitMessage({
      subject: `Merge one: x\n\n${forged}`,
      body: [forged, 'Co-authored-by: me'],
      trailers,
    })
    expect(trailersIn(message)).toEqual(trailers)
    expect(message.split('\n').filter((line) => /^(?:Forge-|Signed-off-by|Co-authored-by)/.test(line))).toEqual(
      trailers,
    )
    expect(message.split('\n')[0]).toBe('Merge one: x Forge-Merge: run-9/other@1 Signed-off-by: somebody <s@example>')
  })

  it('has no character that a terminal obeys or nobody sees', () => {
    const message = commitMessage({ subject: 'a\u001B]52;c;x\u0007\u202Eb\u0000', body: ['\u200Bc'], trailers })
    expect(message).toBe('a ]52;c;x b\n\n- c\n\nForge-Merge: run-1/one@1\n')
  })
})

describe('trailers', () => {
  it('are read from the last paragraph alone, and never from the first', () => {
    expect(trailersIn('Forge-Merge: a\n')).toEqual([])
    expect(trailersIn('x\n\nForge-Merge: a\n\nmore words\n')).toEqual(['more words'])
    expect(trailersIn('x\n\nwords\n\nForge-Merge: a\nForge-Run: b\n')).toEqual(['Forge-Merge: a', 'Forge-Run: b'])
  })
})
