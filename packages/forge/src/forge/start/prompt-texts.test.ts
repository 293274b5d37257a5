import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readShippedPresets } from '#adapters/presets/index.ts'
import { parsePreset } from '#config/preset.ts'
import { render } from '#messages/render.ts'
import { hashText } from '#model/digest.ts'
import { presetSpec } from '#presets/spec.ts'
import { packTexts } from './prompt-texts.ts'

const settings = { mode: 'reference', project: undefined, architecture: undefined, budget: 60_000 } as const

describe('the texts of shipped presets', () => {
  it('S0-46 every role of every preset has its persona, its instructions and what they depend on', () => {
    const shipped = readShippedPresets()
    expect(shipped.length).toBeGreaterThanOrEqual(3)
    for (const { path, text } of shipped) {
      const preset = parsePreset(path, text)
      if (!preset.ok) throw new Error(JSON.stringify(preset.failure))
      const request = { request: 'x', base: '0'.repeat(40), environment: hashText(''), verify: [] }
      const { templates } = presetSpec(preset.value, request)
      const packed = packTexts(templates, '/nowhere', settings)
      if (!packed.ok) throw new Error(`${path}: ${render(packed.failure.message, 'en')}`)
      for (const [role, pack] of Object.entries(packed.value.packs))
        expect([path, role, pack.workflow === undefined]).toEqual([path, role, false])
    }
  })

  it('S0-47 what a workflow needs in reasoning becomes a wish for a tier, and a persona’s model a wish for a model', () => {
    const phase = (role: string) =>
      ({
        name: role,
        kind: 'agent',
        effect: 'blocking',
        role,
        yields: 'work',
        vocabulary: {},
        wallMs: 1,
        idleMs: 1,
      }) as const
    const templates = { t: { onStop: 'continue', phases: ['validate', 'triage', 'gardener'].map(phase) } } as const
    const root = mkdtempSync(join(tmpdir(), 'forge-texts-'))
    mkdirSync(join(root, '.forge/personas'), { recursive: true })
    writeFileSync(join(root, '.forge/personas/gardener.md'), '---\nname: gardener\nmodel: small-one\n---\nYou prune.\n')
    const packed = packTexts(structuredClone(templates), root, settings)
    rmSync(root, { recursive: true })
    // A tier in the table wins over the wish of the text.
    expect(packed.ok && packed.value.hints).toEqual({ triage: { tier: 'heavy' }, gardener: { model: 'small-one' } })
  })
})
