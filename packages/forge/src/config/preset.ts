/** A preset file: from text to a checked preset, or every fault in it with file, line, field and a suggestion. Total. */
import type { z } from 'zod'
import { render } from '#messages/render.ts'
import { say } from '#messages/said.ts'
import { hashText } from '#model/digest.ts'
import { Preset, presetSchema, type WrittenTemplate } from '#model/preset.ts'
import { failed, success, type Result } from '#model/result.ts'
import { specFaults } from '#core/graph/spec.ts'
import { presetSpec } from '#presets/spec.ts'
import { gateFaults, type WrittenFault } from '#presets/templates.ts'
import { faultAt, parseFile, type Fault } from './parse.ts'
import { nearest } from '#model/nearest.ts'

export function parsePreset(
  file: string,
  text: string,
  pipelines: Readonly<Record<string, WrittenTemplate>> = {},
): Result<Preset, readonly Fault[]> {
  const parsed = parseFile(file, text, { schema: Preset, node: presetSchema })
  if (!parsed.ok) return parsed
  const { value: preset, lineOf } = parsed.value
  const faults = presetFaults(preset, pipelines).map(({ at, message }) => faultAt(file, lineOf(at), at, message))
  return faults.length > 0 ? failed(faults) : success(preset)
}

/** A preset from a program: checked like a file; a fault is a mistake of that program, reported in the same words. */
export function definePreset(written: z.input<typeof Preset>): Preset {
  const parsed = parsePreset('', JSON.stringify(written))
  if (parsed.ok) return parsed.value
  const faults = parsed.failure.map(({ field, message }) => `${field}: ${render(message, 'en')}`)
  throw new Error(`the preset ${written.name} is wrong:\n${faults.join('\n')}`)
}

/** Why it cannot be a run, whatever the request; the places are those of the preset. */
export function presetFaults(
  preset: Preset,
  pipelines: Readonly<Record<string, WrittenTemplate>> = {},
): readonly WrittenFault[] {
  const templates = Object.entries(preset.templates).map(([name, template]) => ({ at: ['templates', name], template }))
  const known = Object.entries(pipelines).map(([name, template]) => ({ at: ['pipelines', name], template }))
  const wrong = [...templates, ...known].flatMap(({ at, template }) =>
    gateFaults(template).map((fault) => ({ ...fault, at: [...at, ...fault.at] })),
  )
  if (wrong.length > 0) return wrong
  const lawless = [...templates, ...known].flatMap(({ at, template }) =>
    lawFaults(template).map((fault) => ({ ...fault, at: [...at, ...fault.at] })),
  )
  return [...lawless, ...turnFaults(preset), ...specFaults(presetSpec(preset, { ...anything, pipelines }))]
}

/** A law about a phase that does not exist would always hold. */
function lawFaults({ laws = {}, phases }: WrittenTemplate): readonly WrittenFault[] {
  const names = phases.map(({ name }) => name)
  const unknown = Object.keys(laws).filter((name) => !names.includes(name))
  return unknown.map((name) => {
    const meant = nearest(name, names)
    const hint =
      meant === undefined ? say('hint.knownHere', { known: names.join(', ') }) : say('hint.didYouMean', { meant })
    return { at: ['laws', name], message: say('phase.doesNotExist', { phase: name, hint }) }
  })
}

/** Units that share a branch run one after another, and no strategy can change that. */
function turnFaults({ isolation, strategy = 'sequential' }: Preset): readonly WrittenFault[] {
  if (isolation !== 'branch' || strategy === 'sequential') return []
  const message = say('preset.strategyNeedsWorktree', { strategy })
  return [{ at: ['strategy'], message }]
}

const anything = {
  request: 'anything',
  base: '0'.repeat(40),
  environment: hashText('anywhere'),
  verify: [{ name: 'project', run: 'true', cwd: '.', timeoutMs: 1000 }],
}
