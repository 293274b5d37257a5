import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { ancestryIn, marksOfAncestry } from './ancestry.ts'
import { markIn, markerVariables, parseEnviron } from './marker.ts'

describe('the line of a process', () => {
  it('I-23 is read from what ps lists, up to the first process, also when it leads in a circle', () => {
    const list = '    1     0     1\n  200     1   200\n  300   200   300\n  301   300   300\n  999     1   999\n'
    expect(ancestryIn(list, 301).map(({ pid, group }) => [pid, group])).toEqual([
      [301, 300],
      [300, 300],
      [200, 200],
      [1, 1],
    ])
    expect(ancestryIn('5 6 5\n6 5 6\n', 5).map(({ pid }) => pid)).toEqual([5, 6])
    expect(ancestryIn('', 5)).toEqual([])
  })

  it('I-23 is the line of this process in what ps lists here', () => {
    const list = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'pgid='], { encoding: 'utf8' })
    expect(
      ancestryIn(list, process.pid)
        .slice(0, 2)
        .map(({ pid }) => pid),
    ).toEqual([process.pid, process.ppid])
  })

  it('I-23 has a mark when the environment carries one, with the room that Forge gave', async () => {
    const marker = { scope: 's', key: 'run/0/a/b#1', tree: 't', room: ['/a path', '/b:c'] }
    const environ = Object.entries(markerVariables(marker)).map(([name, value]) => `${name}=${value}`)
    const mark = { name: 'run/0/a/b#1', room: ['/a path', '/b:c'] }
    expect(markIn(parseEnviron(`${['PATH=/bin', ...environ].join('\0')}\0`))).toEqual(mark)
    expect(await marksOfAncestry(markerVariables(marker))).toContainEqual(mark)
  })

  it('I-23 gives no room to a mark whose room cannot be read, and none without a mark', () => {
    for (const room of [undefined, 'x', '{}', '"/"'])
      expect(markIn({ FORGE_KEY: 'k', FORGE_ROOM: room })?.room).toEqual([])
    expect(markIn({ FORGE_ROOM: '["/"]', FORGE_LANG: 'pt-BR' })).toBeUndefined()
  })
})
