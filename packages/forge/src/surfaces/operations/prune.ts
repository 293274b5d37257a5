/** `prune`: remove transcripts that are past their time. The journal stays. */
import { z } from 'zod'
import { success } from '#model/result.ts'
import { Next, operation } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'
import type { Line } from './text/line.ts'
import { said, words } from './text/message.ts'
import { padded } from './text/width.ts'

export default operation({
  name: 'prune',
  summary: 'Remove what agents printed long ago; the journal stays',
  details:
    'Which transcripts go is set by transcripts: in the configuration: those of runs that nothing was printed in for so many days,\n' +
    'then the oldest while all together are too large. The same happens by itself when a run starts or goes on. What was decided,\n' +
    'and why, is in the journal and never goes.',
  does: 'decides',
  shape: 'answer',
  input: z.strictObject({ dryRun: z.boolean().default(false).describe('Only show what would go') }),
  positionals: [],
  output: z.object({
    removed: z.array(z.object({ run: z.string(), bytes: z.number(), at: z.number().describe('Last written') })),
    dryRun: z.boolean(),
    next: Next,
  }),
  examples: [
    { command: 'forge prune --dry-run', what: 'see what would go' },
    { command: 'forge prune', what: 'remove it now' },
  ],
  async run(forge, { dryRun }) {
    const gone = await forge.prune(dryRun ? 'look' : 'remove')
    if (!gone.ok) return gone
    const next = dryRun && gone.value.length > 0 ? 'forge prune' : 'forge status'
    return success({ value: { removed: gone.value.map((kept) => ({ ...kept })), dryRun, next: [next] } })
  },
  render: ({ removed, dryRun }) =>
    removed.length === 0
      ? [[said('prune.none')]]
      : removed.map(({ run, bytes, at }): Line => [
          padded(words(dryRun ? 'prune.would' : 'prune.removed'), 10),
          run,
          '  ',
          said('prune.size', { size: Math.ceil(bytes / 1000), time: isoTime(at) }, 'dim'),
        ]),
})
