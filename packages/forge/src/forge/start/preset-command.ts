/** What a preset that comes with Forge says about its own command. */
import { readShippedPresets } from '#adapters/presets/index.ts'
import { parsePreset } from '#config/preset.ts'
import type { PresetCommand } from '#model/preset.ts'

export function commandOfPreset(name: string): PresetCommand {
  const found = readShippedPresets().find(({ path }) => path.endsWith(`/${name}.yaml`))
  const preset = found === undefined ? undefined : parsePreset(found.path, found.text)
  const command = preset?.ok === true ? preset.value.command : undefined
  if (command === undefined) throw new Error(`the preset ${name} says nothing about a command`)
  return command
}
