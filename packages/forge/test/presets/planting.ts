/** Shipped presets with holes planted in them, and the checker that is to find them. */
import { readShippedPresets } from '#adapters/presets/index.ts'
import { proveTemplate, type ProofFault, type Proving } from '#core/check/prove.ts'
import { hashText } from '#model/digest.ts'
import type { Preset, WrittenPhase } from '#model/preset.ts'
import { presetSpec } from '#presets/spec.ts'
import { presetOf, shippedPreset } from '#testing/builders/index.ts'

export function prove(preset: Preset, template: string, proving: Proving = {}) {
  const verify = [{ name: 't', run: 'true', cwd: '.', timeoutMs: 1000 }]
  const spec = presetSpec(preset, { request: 'r', base: 'a'.repeat(40), environment: hashText('e'), verify })
  return proveTemplate(spec, template, preset.templates[template]?.laws, proving)
}

/** With judges who send work back once, and stop it the second time; `npm run proof` walks all rounds of what is shipped. */
export function inShort(preset: Preset): Preset {
  const short = structuredClone(preset)
  for (const { phases } of Object.values(short.templates))
    for (const phase of phases) if (phase.kind === 'agent' && phase.yields === 'verdict') phase.max_iterations = 2
  return short
}

export function shippedTemplates(): { readonly preset: Preset; readonly name: string; readonly template: string }[] {
  return readShippedPresets().flatMap(({ path, text }) => {
    const preset = presetOf(text, path)
    return Object.keys(preset.templates).map((template) => ({ preset, name: `${preset.name}/${template}`, template }))
  })
}

/** They take seconds each. */
export const large: readonly string[] = ['sprint/task', 'bug/route-a', 'bug/route-b']

/** The shipped preset with the phases of one template changed. */
export function planted(
  name: string,
  template: string,
  change: (phases: WrittenPhase[]) => WrittenPhase[],
): readonly ProofFault[] {
  const preset = inShort(shippedPreset(name))
  const found = preset.templates[template]
  if (found === undefined) throw new Error(`no template ${template}`)
  found.phases = change(found.phases)
  return prove(preset, template).holes
}

export const without =
  (name: string) =>
  (phases: WrittenPhase[]): WrittenPhase[] =>
    phases.filter((phase) => phase.name !== name)
export const withEffect =
  (name: string, effect: 'advisory' | 'off') =>
  (phases: WrittenPhase[]): WrittenPhase[] =>
    phases.map((phase) => (phase.name === name ? { ...phase, effect } : phase))
/** The gate lines that would stop it are taken out too: only the laws are left to find it. */
export const ungated = (phases: WrittenPhase[]): WrittenPhase[] => phases.map((phase) => ({ ...phase, gates: [] }))

export const laws = (holes: readonly ProofFault[]): string[] => holes.map(({ law }) => law)
