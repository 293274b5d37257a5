/** A disk that is really full: a small tmpfs, or, where mounting is refused, a limit on the size of files (F-7). */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isMissing } from '../tools.ts'
import { ackedBy, inDirectory, startChild } from './spawned.ts'
import { examine } from './ticks.ts'

interface Disk {
  readonly kind: 'tmpfs' | 'limit'
  readonly directory: string
  /** What stands before a command that has to live with little space. */
  readonly around: readonly string[]
  readonly grow: () => void
}

function withSmallDisk(act: (disk: Disk) => Promise<void>): Promise<void> {
  return inDirectory(async (root) => {
    const place = join(root, 'disk')
    mkdirSync(place)
    const isMounted = succeeds('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place)
    const directory = join(place, 'log')
    if (!isMounted) {
      const around = ['env', '--ignore-signal=XFSZ', 'prlimit', '--fsize=600000']
      await act({ kind: 'limit', directory, around, grow: () => undefined })
      return
    }
    try {
      const grow = (): void => expect(succeeds('mount', '-o', 'remount,size=16m', place)).toBe(true)
      await act({ kind: 'tmpfs', directory, around: [], grow })
    } finally {
      expect(succeeds('umount', place)).toBe(true)
    }
  })
}

function succeeds(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args).status === 0
}

describe('a full disk', () => {
  it('F-7 I-2 stops by name with everything acknowledged there, and goes on when there is space again', () =>
    withSmallDisk(async ({ kind, directory, around, grow }) => {
      const child = startChild(['drive', directory, '5000'], around)
      const { lines, code, errors } = await child.ended
      expect([code, errors]).toEqual([0, ''])
      const acked = ackedBy(lines)
      expect(acked).toBeGreaterThan(10)
      expect(lines.at(-1)).toMatch(kind === 'tmpfs' ? /^stop full$/ : /^stop (full|io)$/)
      grow()
      const { violations } = await examine(directory, acked)
      expect(violations).toEqual([])
    }))

  it.skipIf(isMissing('bwrap'))('F-7 a blob that does not fit is `full`, leaves nothing behind, and fits later', () =>
    inDirectory(async (root) => {
      // A namespace of its own has a small disk, whoever runs this.
      const around = ['bwrap', '--dev-bind', '/', '/', '--size', '4000000', '--tmpfs', root]
      const { lines, code, errors } = await startChild(['put-blobs', join(root, 'log')], around).ended
      expect([code, errors]).toEqual([0, ''])
      expect(lines).toEqual(['large full', 'left true', 'small true', 'again true'])
    }),
  )
})
