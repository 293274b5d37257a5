import { expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import { raw, type Said } from '#messages/said.ts'
import { createNotices } from './index.ts'

function told(): { lines: string[]; write: (notice: Said) => void } {
  const lines: string[] = []
  return { lines, write: (notice) => lines.push(render(notice, 'en')) }
}

it('T-22 tells each key once, in one line with a bell', async () => {
  const { lines, write } = told()
  const notices = createNotices({ write, bell: 'ring' })
  await notices.send('r/ask#1', raw('May the plan\nbe built?'))
  await notices.send('r/ask#1', raw('May the plan\nbe built?'))
  await notices.send('r/ask#2', raw('x'))
  expect(lines).toEqual(['\u0007May the plan be built?', '\u0007x'])
})

it('T-20 T-22 hands no escape sequence, control or direction mark on, and cuts what is long', async () => {
  const { lines, write } = told()
  const notices = createNotices({ write, bell: 'silent' })
  await notices.send('a', raw('\u001b]52;c;eA==\u0007\u001b[2Jhi\u202e\u200b\u009b31m\ud800'))
  await notices.send('b', raw('😀'.repeat(5000)))
  // eslint-disable-next-line no-control-regex
  for (const line of lines) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202e]/)
  expect(Array.from(lines[1] ?? '').length).toBeLessThanOrEqual(300)
})

it('never throws', async () => {
  const notices = createNotices({
    bell: 'silent',
    write: () => {
      throw new Error('EPIPE')
    },
  })
  await expect(notices.send('a', raw('b'))).resolves.toBeUndefined()
})
