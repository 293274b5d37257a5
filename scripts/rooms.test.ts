import { expect, it } from 'vitest'
import { roomsLine, roomsOf } from './rooms.ts'

it('rooms are counted by their first folder, the largest first, and testing apart', () => {
  const files = [
    { path: 'core/next/step.ts', lines: 10 },
    { path: 'core/views/x.ts', lines: 5 },
    { path: 'testing/simulator/y.ts', lines: 40 },
    { path: 'forge.ts', lines: 3 },
  ]
  expect(roomsLine(roomsOf(files))).toBe('lines in src: testing 40, core 15, (root) 3; 18 outside testing')
})
