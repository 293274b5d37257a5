import { expect, it } from 'vitest'
import { createNotices } from './index.ts'

function told(): { lines: string[]; write: (text: string) => void } {
  const lines: string[] = []
  return { lines, write: (text) => lines.push(text) }
}

it('T-22 tells each key once, in one line with a bell', async () => {
  const { lines, write } = told()
  const notices = createNotices({ write, bell: 'ring' })
  await notices.send('r/ask#1', 'May the plan\nbe built?')
  await notices.send('r/ask#1', 'May the plan\nbe built?')
  await notices.send('r/ask#2', 'x')
  expect(lines).toEqual(['\u0007May the plan be built?\n', '\u0007x\n'])
})

it('T-20 T-22 hands no escape sequence, control or direction mark on, and cuts what is long', async () => {
  const { lines, write } = told()
  const notices = createNotices({ write, bell: 'silent' })
  await notices.send('a', '\u001b]52;c;eA==\u0007\u001b[2Jhi\u202e\u200b\u009b31m\ud800')
  await notices.send('b', '😀'.repeat(5000))
  // eslint-disable-next-line no-control-regex
  for (const line of lines) expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202e]/)
  expect(Array.from(lines[1] ?? '').length).toBeLessThanOrEqual(301)
})

it('never throws', async () => {
  const notices = createNotices({
    bell: 'silent',
    write: () => {
      throw new Error('EPIPE')
    },
  })
  await expect(notices.send('a', 'b')).resolves.toBeUndefined()
})
