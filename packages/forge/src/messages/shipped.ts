/**
 * Texts of the files that come with Forge (presets, roles, what keys mean) as sentences: they stand there in English, and have a
 * row each. The text of anybody else is told as it is.
 */
import { english, type MessageKey } from '#messages/en.ts'
import { raw, type Said } from '#messages/said.ts'

const ofPresets = [
  'preset.buildTitle',
  'preset.sprintTitle',
  'preset.bugTitle',
  'preset.buildDescription',
  'preset.sprintDescription',
  'preset.bugDescription',
  'preset.askRunPlan',
  'preset.askFixLikeThis',
  'preset.askGateChanges',
  'preset.askSprintTasks',
  'preset.unitPlan',
  'preset.unitPlanSprint',
  'preset.unitTriageBug',
  'preset.unitVerifyWhole',
  'preset.starterTitle',
  'preset.unitMakeChange',
] as const satisfies readonly MessageKey[]

let codes: ReadonlyMap<string, string> | undefined

export function shippedText(text: string): Said {
  codes ??= new Map(
    Object.entries(english)
      .filter(
        ([code]) =>
          /^(presetKey|configKey|role|capability)\./.test(code) || (ofPresets as readonly string[]).includes(code),
      )
      .map(([code, words]) => [words, code]),
  )
  const code = codes.get(text)
  if (code === undefined) return raw(text)
  // A name in braces is one that the reader is told about.
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([whole, name = '']) => [name, whole] as const)
  return names.length === 0 ? { code } : { code, with: Object.fromEntries(names) }
}
