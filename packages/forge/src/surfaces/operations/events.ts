/** `events`: the journal of a run, as it is and as it grows. */
import { z } from 'zod'
import { Event } from '#model/event.ts'
import { step, type NextStep } from '#model/next.ts'
import { success } from '#model/result.ts'
import { renderNow } from './text/message.ts'
import { eventText } from '#core/views/event-text.ts'
import { operation, RunName } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'
import { dim, strong } from './text/line.ts'

const Item = z.object({
  seq: z.number(),
  epoch: z.number().describe('Which driver wrote it'),
  messageId: z.string().describe('The message that caused it'),
  hash: z.string().describe('Chains every entry to the one before it'),
  event: Event,
})

export default operation({
  name: 'events',
  summary: 'Print the journal of a run',
  details: 'With --json one entry per line, exactly as recorded. --follow waits for more until you press Ctrl-C.',
  does: 'reads',
  shape: 'stream',
  input: z.strictObject({
    run: RunName,
    after: z.number().int().nonnegative().default(0).describe('Only entries after this number'),
    follow: z.boolean().default(false).describe('Wait for more'),
  }),
  positionals: ['run'],
  output: Item,
  examples: [
    { command: 'forge events 7f3a --follow', what: 'watch a run' },
    { command: 'forge events 7f3a --json --after 120', what: 'what a program has not seen yet' },
  ],
  async run(forge, { run, after, follow }, talk) {
    const chosen = await forge.chooseRun(run)
    if (!chosen.ok) return chosen
    const id = chosen.value.run
    const stop = new AbortController()
    const batches = forge.follow(id, after, AbortSignal.any([talk.signal, stop.signal]))
    const end = follow ? Infinity : chosen.value.seq
    if (after >= end) return success({ next: nextOf(id) })
    for await (const batch of batches) {
      if (!batch.ok) return batch
      for (const entry of batch.value) if (entry.seq <= end) talk.emit(entry)
      if ((batch.value.at(-1)?.seq ?? 0) >= end) break
    }
    stop.abort()
    return success({ next: nextOf(id) })
  },
  render: ({ seq, event }) => [
    [
      dim(`${String(seq).padStart(5)}  ${isoTime(event.at)}  `),
      strong(event.type.padEnd(18)),
      `  ${renderNow(eventText(event))}`,
    ],
  ],
})

function nextOf(run: string): NextStep[] {
  return [step('status', { run })]
}
