/** The long walk: failures of every phase mixed with each other and with revisions of the others, for all that is shipped. */
import { afterAll, describe, expect, it } from 'vitest'
import { readShippedPresets } from '#adapters/presets/index.ts'
import { proveTemplate } from '#core/check/prove.ts'
import { hashText } from '#model/digest.ts'
import { presetSpec } from '#presets/spec.ts'
import { presetOf } from '#testing/builders/index.ts'
import { share } from '../third.ts'

describe('the checker, deep', { timeout: 1_800_000 }, () => {
  const presets = readShippedPresets().map(({ path, text }) => presetOf(text, path))
  const templates = share(
    presets.flatMap((preset) =>
      Object.keys(preset.templates).map((template) => ({ preset, name: `${preset.name}/${template}`, template })),
    ),
  )

  let [states, found] = [0, 0]
  afterAll(() => console.log(`bar: ${templates.length} templates, ${states} states explored, ${found} holes`))

  it.each(templates)('finds no hole in $name', ({ preset, template }) => {
    const verify = [{ name: 't', run: 'true', cwd: '.', timeoutMs: 1000 }]
    const spec = presetSpec(preset, { request: 'r', base: 'a'.repeat(40), environment: hashText('e'), verify })
    const { laws } = preset.templates[template] ?? {}
    const proof = proveTemplate(spec, template, laws, { depth: 'deep', mostStates: 300_000 })
    const { holes, scope, reached } = proof
    states += proof.states
    found += holes.length
    expect(holes).toEqual([])
    expect(reached.length).toBeGreaterThan(0)
    expect(scope[0]).toEqual('revisions of all phases together, with the full budgets')
    expect(scope).not.toContainEqual(expect.saying('not completely'))
  })
})
