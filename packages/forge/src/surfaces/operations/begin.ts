/**
 * Operations that start a run: one per preset that has its own command, made from the preset, and `run` for any preset.
 */
import { z } from 'zod'
import { commandOfPreset } from '#forge.ts'
import { defined } from '#model/defined.ts'
import type { PresetCommand } from '#model/preset.ts'
import { startRun } from './start-run.ts'
import { DrivenItem, drivingExits, drivingFlags, renderDriven, type DrivingInput } from './driving.ts'
import { limitFlags } from './limit-flags.ts'
import { operation, type Operation } from './operation.ts'

const flags = {
  ...drivingFlags,
  ...limitFlags,
  acceptDirty: z.boolean().default(false).describe('Start despite uncommitted changes; they stay as they are'),
}

function requestIn(description: string) {
  return z.string().trim().min(1).max(100_000).describe(description)
}

interface Beginning extends PresetCommand {
  /** The argument that names the preset; absent for the command of one preset. */
  readonly chosen?: Readonly<Record<string, z.ZodType<string>>>
  readonly presetOf: (input: Readonly<Record<string, unknown>>) => string
}

function beginning({ name, summary, details, request, examples, chosen = {}, presetOf }: Beginning): Operation {
  const input: z.ZodObject = z.strictObject({ ...chosen, [request.name]: requestIn(request.description), ...flags })
  return operation({
    name,
    summary,
    ...defined({ details }),
    does: 'decides',
    shape: 'stream',
    input,
    positionals: [...Object.keys(chosen), request.name],
    output: DrivenItem,
    examples,
    exits: drivingExits,
    run(forge, given, talk) {
      const { [request.name]: wanted, acceptDirty, ...driving } = given
      const about = { preset: presetOf(given), request: String(wanted), acceptDirty: acceptDirty === true }
      return startRun(forge, about, driving as unknown as DrivingInput, talk)
    },
    render: renderDriven,
  })
}

/** The command of one preset. */
export async function beginningOf(preset: string): Promise<{ default: Operation }> {
  return { default: beginning({ ...(await commandOfPreset(preset)), presetOf: () => preset }) }
}

export const run = beginning({
  name: 'run',
  summary: 'Run a preset, yours or one of Forge, on what you ask for',
  details: 'forge preset list shows all presets; docs/presets.md says how to write one.',
  chosen: { preset: z.string().min(1).max(63).describe('Name of the preset') },
  presetOf: ({ preset }) => String(preset),
  request: { name: 'request', description: 'What you want, in your own words' },
  examples: [{ command: 'forge run mine "add a --version flag"', what: 'a preset from .forge/presets' }],
})
