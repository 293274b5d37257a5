/** Three processes that reach for the same lock at once, round after round; and how many of them had it each time. */
import { once } from 'node:events'
import { join } from 'node:path'
import type { Spawned } from './spawned.ts'
import { inDirectory, startChild } from './spawned.ts'

export interface Round {
  readonly round: number
  readonly got: number
  readonly held: number
}

export function reachAtOnce(rounds: number): Promise<readonly Round[]> {
  return inDirectory(async (root) => {
    const children = [1, 2, 3].map(() => startChild(['lock', join(root, 'locks')]))
    const reached: Round[] = []
    try {
      for (let round = 1; round <= rounds; round += 1) {
        for (const child of children) child.process.stdin.write(`lock-${round}\n`)
        const words = await Promise.all(children.map((child) => answerOf(child, round)))
        const held = words.filter((word) => word.startsWith('held ')).length
        reached.push({ round, got: words.filter((word) => word === 'got').length, held })
      }
      return reached
    } finally {
      for (const child of children) child.process.kill('SIGKILL')
      await Promise.all(children.map(({ ended }) => ended))
    }
  })
}

async function answerOf(child: Spawned, round: number): Promise<string> {
  while (child.lines.length < round) await Promise.race([once(child.process.stdout, 'data'), child.ended.then(gone)])
  return child.lines[round - 1] ?? ''
}

function gone(): never {
  throw new Error('the process is gone')
}
