import { expect, it } from 'vitest'
import { roomsLines } from './rooms.ts'

it('rooms are counted by their first folder, the largest first; data and testing apart', () => {
  const files = [
    { path: 'core/next/step.ts', lines: 10 },
    { path: 'core/views/x.ts', lines: 5 },
    { path: 'testing/simulator/y.ts', lines: 40 },
    { path: 'testing/fake-llm/z.yaml', lines: 2 },
    { path: 'messages/en/run.ts', lines: 7 },
    { path: 'messages/render.ts', lines: 20 },
    { path: 'presets/build.yaml', lines: 8 },
    { path: 'adapters/agents/acp/programs.ts', lines: 30 },
    { path: 'forge.ts', lines: 3 },
  ]
  expect(roomsLines(files).split('\n')).toEqual([
    'lines in src',
    '  product 38: messages 20, core 15, (root) 3',
    '  data 45: adapters 30, presets 8, messages 7',
    '  testing 42: testing 42',
    '  sum 125',
  ])
})
