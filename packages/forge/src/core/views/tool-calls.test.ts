import { expect, it } from 'vitest'
import { foldToolCalls, noTools, pathIn } from './tool-calls.ts'

it('S3-24 counts tools, tells edited from read files, and keeps the last five actions', () => {
  const calls = [
    { name: 'Read', path: 'a.ts' },
    { name: 'Read', path: 'a.ts' },
    { name: 'str_replace_based_edit_tool', path: 'a.ts' },
    { name: 'write_file', path: 'b.ts' },
    { name: 'write_file', path: 'b.ts' },
    { name: 'Bash' },
    { name: 'Grep', path: 'src' },
  ]
  expect(foldToolCalls(calls)).toEqual({
    calls: 7,
    toolCounts: { Read: 2, str_replace_based_edit_tool: 1, write_file: 2, Bash: 1, Grep: 1 },
    editedFiles: { 'a.ts': 1, 'b.ts': 2 },
    readFiles: ['a.ts'],
    lastActions: ['str_replace_based_edit_tool a.ts', 'write_file b.ts', 'write_file b.ts', 'Bash', 'Grep src'],
  })
  expect(foldToolCalls([])).toEqual(noTools)
})

it('S3-24 a file is found in the input of every agent, from its tree', () => {
  expect(pathIn({ file_path: '/t/src/a.ts' }, '/t')).toBe('src/a.ts')
  expect(pathIn({ filePath: '/tree/a.ts' }, '/t')).toBe('/tree/a.ts')
  expect(pathIn({ input: '*** Begin Patch\n*** Update File: b.ts\n@@' }, '/t')).toBe('b.ts')
  for (const input of [null, 'text', 3, [], {}, { path: 4 }, { command: 'ls' }])
    expect(pathIn(input, '/t')).toBeUndefined()
})
