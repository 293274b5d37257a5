/** A preset of a user that says what a preset of Forge says: its texts stay as they are, in every language. */
import { describe, expect, it } from 'vitest'
import { readShippedPresets } from '#adapters/presets/index.ts'
import { render } from '#messages/render.ts'
import { hashText } from '#model/digest.ts'
import type { Preset } from '#model/preset.ts'
import { presetSpec } from '#presets/spec.ts'
import { planOf, presetOf, shippedPreset, unitOf } from '#testing/builders/index.ts'
import { settle } from '../core/script.ts'
import { eventsOf, worldOf } from '../core/world.ts'

const request = { request: 'r', base: 'a'.repeat(40), environment: hashText('e'), verify: [] }

/** The first question of a run, as somebody reads it in Portuguese. */
function askedBy(preset: Preset): string {
  const world = settle(worldOf(1, presetSpec(preset, request)), { plan: planOf([unitOf('a')]) })
  const asked = eventsOf(world).find((event) => event.type === 'question.asked')
  if (asked?.type !== 'question.asked') throw new Error('nothing was asked')
  return render(asked.question.text, 'pt-BR')
}

describe('the texts of a preset', () => {
  it('U-25 are translated where Forge brings it, and stay as they are where a user has the very same file', () => {
    const file = readShippedPresets().find(({ path }) => path.endsWith('/build.yaml'))
    const own = presetOf(file?.text ?? '')
    expect([own.name, own.said]).toEqual(['build', undefined])
    expect(askedBy(own)).toBe('Run this plan?')
    expect(askedBy(shippedPreset('build'))).toBe(render({ code: 'preset.askRunPlan' }, 'pt-BR'))
    expect(askedBy(shippedPreset('build'))).not.toBe('Run this plan?')
  })
})
