import { expect, it } from 'vitest'
import { offered } from './start-run.ts'

const hourMs = 3_600_000
const now = 100 * hourMs
const at = (hoursAgo: number, status: 'running' | 'finished' | 'absent' | 'paused' = 'running') => ({
  at: now - hoursAgo * hourMs,
  status,
})

it('S3-02 offers unfinished runs of the last day and no older one', () => {
  expect(offered([at(23.9), at(24), at(48)], now)).toEqual([at(23.9)])
})

it('S3-02 offers at most three, the newest first, and none that is over', () => {
  const rows = [at(5), at(1, 'paused'), at(3, 'finished'), at(2), at(4), at(0, 'absent')]
  expect(offered(rows, now)).toEqual([at(1, 'paused'), at(2), at(4)])
})
