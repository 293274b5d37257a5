/** `prune`: removes expired transcripts. The journal stays. */
import { z } from 'zod'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'
import type { Line } from './text/line.ts'
import { styledText, textOf } from './text/message.ts'
import { padded } from './text/width.ts'

export default operation({
  name: 'prune',
  summary: 'Remove old transcripts of agents; the journal stays',
  details:
    'The key transcripts: of the configuration sets which transcripts Forge removes: first those of runs without output for a\n' +
    'number of days, then the oldest ones while all together are too large. Forge also does this whenever a run starts or resumes.\n' +
    'The journal, with all decisions and their reasons, always stays.',
  does: 'decides',
  shape: 'answer',
  input: z.strictObject({ dryRun: z.boolean().default(false).describe('Only show what would be removed') }),
  positionals: [],
  output: z.object({
    removed: z.array(z.object({ run: z.string(), bytes: z.number(), at: z.number().describe('Last written') })),
    dryRun: z.boolean(),
    next: Next,
  }),
  examples: [
    { command: 'forge prune --dry-run', what: 'show what would be removed' },
    { command: 'forge prune', what: 'remove it now' },
  ],
  async run(forge, { dryRun }) {
    const gone = await forge.prune(dryRun ? 'look' : 'remove')
    if (!gone.ok) return gone
    const next = step(dryRun && gone.value.length > 0 ? 'prune' : 'status')
    return success({ value: { removed: gone.value.map((kept) => ({ ...kept })), dryRun, next: [next] } })
  },
  render: ({ removed, dryRun }) =>
    removed.length === 0
      ? [[styledText('prune.none')]]
      : removed.map(({ run, bytes, at }): Line => [
          padded(textOf(dryRun ? 'prune.would' : 'prune.removed'), 10),
          run,
          '  ',
          styledText('prune.size', { size: Math.ceil(bytes / 1000), time: isoTime(at) }, 'dim'),
        ]),
})
