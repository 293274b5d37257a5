/** The commands that need only a run and a reason: pause, unpause, cancel. */
import { z } from 'zod'
import { raw, say, type Said } from '#messages/said.ts'
import { success } from '#model/result.ts'
import { operation, RunName } from './operation.ts'
import {
  answer,
  Answered,
  answeringExits,
  answeringFlags,
  queue,
  renderAnswered,
  Queued,
  renderQueued,
} from './queue.ts'

const Reason = z.string().min(1).max(2000).optional().describe('The reason; Forge records it')

/** In the user's own words, if given. */
function reasonOf(typed: string | undefined, otherwise: Said): Said {
  return typed === undefined ? otherwise : raw(typed)
}

export const pause = operation({
  name: 'pause',
  summary: 'Start nothing new in a run; running attempts may finish',
  does: 'decides',
  shape: 'answer',
  input: z.strictObject({ run: RunName, reason: Reason }),
  positionals: ['run'],
  output: Queued,
  examples: [{ command: 'forge pause 7f3a --reason "lunch"', what: 'forge unpause 7f3a lets it continue' }],
  run: (forge, { run, reason }) =>
    queue(forge, run, () => success({ type: 'pause', reason: reasonOf(reason, say('run.pausedByUser')) })),
  render: renderQueued,
})

export const unpause = operation({
  name: 'unpause',
  summary: 'Let a paused or stopped run continue',
  details: 'Ends the pause. When no process is working on the run, this one resumes it.',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({ run: RunName, ...answeringFlags }),
  positionals: ['run'],
  output: Answered,
  examples: [{ command: 'forge unpause 7f3a', what: 'continue where it was paused' }],
  exits: answeringExits,
  run: (forge, input, talk) => answer(forge, input, () => success({ type: 'resume' }), talk),
  render: renderAnswered,
})

export const cancel = operation({
  name: 'cancel',
  summary: 'End a run: interrupt its attempts, keep the merged work',
  details: 'When no process is working on the run, this one ends it.',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({ run: RunName, reason: Reason, ...answeringFlags }),
  positionals: ['run'],
  output: Answered,
  examples: [{ command: 'forge cancel 7f3a --reason "wrong request"', what: 'cannot be undone' }],
  exits: answeringExits,
  async run(forge, { reason, ...input }, talk) {
    const done = await answer(
      forge,
      input,
      () => success({ type: 'cancel', reason: reasonOf(reason, say('run.cancelledByUser')) }),
      talk,
    )
    if (!done.ok || done.value.exit !== 'unsuccessful') return done
    // It ended as requested.
    return success({ ...done.value, exit: 'ok' })
  },
  render: renderAnswered,
})
