/** `build`: from a request to merged and verified commits. */
import { z } from 'zod'
import { begin } from './beginning.ts'
import { DrivenItem, drivingExits, drivingFlags, renderDriven } from './driving.ts'
import { limitFlags } from './limit-flags.ts'
import { operation } from './operation.ts'

export default operation({
  name: 'build',
  summary: 'Plan, build, check, review and merge what you ask for',
  details:
    'An agent plans and you approve. Agents then build the units in parallel, each in its own working tree. Forge runs the checks,\n' +
    'has every unit reviewed, merges what passed onto a branch, and verifies the whole. It does not touch your checkout.',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    request: z.string().trim().min(1).max(100_000).describe('What you want, in your own words'),
    ...drivingFlags,
    ...limitFlags,
    acceptDirty: z.boolean().default(false).describe('Start despite uncommitted changes; they stay as they are'),
  }),
  positionals: ['request'],
  output: DrivenItem,
  examples: [
    { command: 'forge build "add a --version flag" --agent scripted:rehearsal.yaml', what: 'rehearse with a script' },
    { command: 'forge build "add a --version flag" --yes', what: 'approve the plan in advance' },
    {
      command: 'forge build "add a --version flag" --max-cost 5',
      what: 'stop at five dollars; forge raise lets it continue',
    },
  ],
  exits: drivingExits,
  run: (forge, { request, acceptDirty, ...input }, talk) =>
    begin(forge, { preset: 'build', request, acceptDirty }, input, talk),
  render: renderDriven,
})
