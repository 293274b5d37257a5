/** A merge that must stop after its process was lost: a merge that was made is found, one that was not is not made. */
import { expect, it } from 'vitest'
import type { PerformanceRecord, World } from '#engine/ports.ts'
import type { Message } from '#model/message.ts'
import { oidOf } from '#testing/builders/index.ts'
import { performAttempt, type AttemptCommand } from './perform-attempt.ts'

const [tip, commit] = [oidOf('tip'), oidOf('merge')]
const key = 'r/1/a/merge#1'
const command = {
  kind: 'attempt',
  key,
  task: { do: 'merge', unit: 'a', tip, commit, trailer: 'Forge-Merge: r/a@1' },
} as AttemptCommand

/** The integration ref is where the lost process left it. */
async function stoppedAfterLoss(integration: string) {
  const posted: Message[] = []
  const moved: string[] = []
  const lost: PerformanceRecord = { performance: 1 }
  const world = {
    clock: { wall: () => 1, monotonic: () => 1 },
    processes: { sweep: () => Promise.resolve(0) },
    records: { read: () => Promise.resolve(lost), write: () => Promise.resolve() },
    git: {
      resolveRef: () => Promise.resolve(integration),
      findTrailer: () => Promise.resolve(integration),
      updateRef: (_: string, next: string) => Promise.resolve(void moved.push(next)),
    },
  } as unknown as World
  const post = (message: Message): Promise<void> => Promise.resolve(void posted.push(message))
  const nothing = (): Promise<void> => Promise.resolve()
  const site = { run: 'r', world, post, postToHost: nothing, postToRun: nothing }
  await performAttempt(site, command, AbortSignal.abort())
  const ends = posted.flatMap((message) => (message.type === 'attempt.finished' ? [message.outcome] : []))
  return { ends, moved }
}

it('I-26 what the lost process merged is merged, also when nobody wants it any more', async () => {
  expect(await stoppedAfterLoss(commit)).toEqual({ ends: [{ status: 'merged', commit, tip: commit }], moved: [] })
})

it('I-26 what it did not merge is not merged any more', async () => {
  expect(await stoppedAfterLoss(tip)).toEqual({
    ends: [{ status: 'failed', failure: { tag: 'interrupted' } }],
    moved: [],
  })
})
