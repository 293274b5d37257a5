/** `bug`: from a report to a merged fix, by the route that triage chooses. */
import { z } from 'zod'
import { begin } from './beginning.ts'
import { DrivenItem, drivingExits, drivingFlags, renderDriven } from './driving.ts'
import { limitFlags } from './limit-flags.ts'
import { operation } from './operation.ts'

export default operation({
  name: 'bug',
  summary: 'Triage a bug report and fix it by the short or the long route',
  details:
    'Triage finds the cause and proposes route A (fix at once) or route B (plan the fix, have the plan reviewed). You approve\n' +
    'the route; the fix is checked, reviewed, approved and committed.',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    report: z.string().trim().min(1).max(100_000).describe('What is wrong, and how to see it'),
    ...drivingFlags,
    ...limitFlags,
    acceptDirty: z.boolean().default(false).describe('Start despite uncommitted changes; they stay as they are'),
  }),
  positionals: ['report'],
  output: DrivenItem,
  examples: [{ command: 'forge bug "the title of an empty page is undefined"', what: 'a short report is enough' }],
  exits: drivingExits,
  run: (forge, { report, acceptDirty, ...input }, talk) =>
    begin(forge, { preset: 'bug', request: report, acceptDirty }, input, talk),
  render: renderDriven,
})
