/** How large each room of the house is: production lines by the first folder below `src`, largest first. Printed by `npm run check`. */
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'

const src = 'packages/forge/src'

export interface Room {
  readonly room: string
  readonly lines: number
}

export function roomsOf(files: readonly { readonly path: string; readonly lines: number }[]): readonly Room[] {
  const sums = new Map<string, number>()
  for (const { path, lines } of files) {
    const [room = '', inside] = path.split('/')
    const name = inside === undefined ? '(root)' : room
    sums.set(name, (sums.get(name) ?? 0) + lines)
  }
  return [...sums].map(([room, lines]) => ({ room, lines })).toSorted((one, other) => other.lines - one.lines)
}

export function roomsLine(rooms: readonly Room[]): string {
  const outside = rooms.filter(({ room }) => room !== 'testing').reduce((sum, { lines }) => sum + lines, 0)
  const each = rooms.map(({ room, lines }) => `${room} ${lines}`).join(', ')
  return `lines in src: ${each}; ${outside} outside testing`
}

export async function measureRooms(): Promise<readonly Room[]> {
  const files: { path: string; lines: number }[] = []
  for await (const path of glob('**/*.ts', { cwd: src }))
    if (!path.endsWith('.test.ts'))
      files.push({ path, lines: readFileSync(`${src}/${path}`, 'utf8').split('\n').length - 1 })
  return roomsOf(files)
}
