/** `run`: any preset, yours or one of Forge. */
import { z } from 'zod'
import { begin } from './beginning.ts'
import { DrivenItem, drivingExits, drivingFlags, renderDriven } from './driving.ts'
import { limitFlags } from './limit-flags.ts'
import { operation } from './operation.ts'

export default operation({
  name: 'run',
  summary: 'Run a preset, yours or one of Forge, on what you ask for',
  details: 'forge preset list shows all presets; docs/presets.md says how to write one.',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    preset: z.string().min(1).max(63).describe('Name of the preset'),
    request: z.string().trim().min(1).max(100_000).describe('What you want, in your own words'),
    ...drivingFlags,
    ...limitFlags,
    acceptDirty: z.boolean().default(false).describe('Start despite uncommitted changes; they stay as they are'),
  }),
  positionals: ['preset', 'request'],
  output: DrivenItem,
  examples: [{ command: 'forge run mine "add a --version flag"', what: 'a preset from .forge/presets' }],
  exits: drivingExits,
  run: (forge, { preset, request, acceptDirty, ...input }, talk) =>
    begin(forge, { preset, request, acceptDirty }, input, talk),
  render: renderDriven,
})
