import { describe, expect, it } from 'vitest'
import type { RepositoryFacts } from '#adapters/git/index.ts'
import { loadConfig, type Config } from '#config/load.ts'
import { success } from '#model/result.ts'
import { shippedPreset } from '#testing/builders/index.ts'
import { presetSpec } from '#presets/spec.ts'
import { routingOf } from './routing.ts'
import { environmentOf, runSpecOf, whyNoRun, type Collected } from './run-spec.ts'

function configOf(text: string, flags: Readonly<Record<string, unknown>> = {}): Config {
  const files = [{ layer: 'project' as const, path: '.forge/config.yaml' }]
  const loaded = loadConfig({ files, env: {}, flags, readText: () => success(text) })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure))
  return loaded.value
}

const verify = 'verify:\n  - name: test\n    run: npm test\n'
const user = { head: 'a'.repeat(40), branch: 'main', dirty: [], subjects: [] } as unknown as RepositoryFacts
const held = { kind: 'sandbox', held: 'sandbox', network: 'open' } as const

function collected(config: Config): Collected {
  const preset = shippedPreset('build')
  const { settings } = config
  const environment = environmentOf(settings, held)
  const request = { request: 'Do it', base: user.head, environment, verify: settings.verify }
  return {
    preset,
    config,
    user,
    request,
    templates: presetSpec(preset, request).templates,
    lanes: { account: 'work', accounts: ['home'] },
    routing: routingOf(settings, {}),
    texts: { hints: { worker: { tier: 'light' } }, badges: {} },
    prompts: { worker: 'b'.repeat(64) },
  }
}

describe('whether there may be a run', () => {
  const preset = shippedPreset('build')
  it.each([
    ['no-verify', '', []],
    ['dirty', verify, [{ path: 'a.txt' }]],
    [undefined, verify, []],
  ] as const)('%s', (code, text, dirty) => {
    const facts = { ...user, dirty } as unknown as RepositoryFacts
    expect(whyNoRun({ preset, config: configOf(text), user: facts }, 'refuse')?.code).toBe(code)
  })

  it('what is not committed may be left', () => {
    const facts = { ...user, dirty: [{ path: 'a.txt' }] } as unknown as RepositoryFacts
    expect(whyNoRun({ preset, config: configOf(verify), user: facts }, 'leave')).toBeUndefined()
  })

  it('commit hooks need a check of what is about to be merged', () => {
    const config = configOf(`${verify}commit: { hooks: run }\n`)
    expect(whyNoRun({ preset, config, user }, 'refuse')).toBeUndefined()
    const templates = Object.entries(preset.templates).map(([name, template]) => {
      const phases = template.phases.filter((phase) => phase.kind !== 'check')
      return [name, { ...template, phases }] as const
    })
    const unchecked = { ...preset, templates: Object.fromEntries(templates) }
    expect(whyNoRun({ preset: unchecked, config, user }, 'refuse')?.code).toBe('no-place-for-hooks')
  })
})

describe('the specification of a run', () => {
  it('has everything that was collected for it', () => {
    const spec = runSpecOf(collected(configOf(verify)))
    expect(spec).toMatchObject({
      request: 'Do it',
      base: user.head,
      branch: 'main',
      account: 'work',
      accounts: ['home'],
      prompts: { worker: 'b'.repeat(64) },
      routing: { personas: { worker: { tier: 'light' } } },
    })
    expect(Object.keys(spec)).not.toContain('prepares')
    expect(Object.keys(spec)).not.toContain('hooks')
  })

  it('names an agent only when a flag of the call did', () => {
    const named = configOf(verify, { agent: 'codex' })
    expect(runSpecOf(collected(named)).agent).toBe('codex')
    expect(runSpecOf(collected(configOf(`${verify}agent: codex\n`))).agent).toBeUndefined()
  })

  it('takes what somebody set before what the preset says, and that before defaults', () => {
    const preset = { ...shippedPreset('build'), strategy: 'wave', budget: { revisions: 7, repairs: 5 } } as const
    const of = (text: string) => runSpecOf({ ...collected(configOf(text)), preset })
    expect(of(verify)).toMatchObject({ strategy: 'wave', budget: { revisions: 7, repairs: 5 } })
    const set = `${verify}strategy: full\nbudget: { repairs: 2 }\nsetup: [npm ci]\n`
    expect(of(set)).toMatchObject({
      strategy: 'full',
      budget: { revisions: 7, repairs: 2 },
      prepares: { setup: ['npm ci'], teardown: [] },
    })
  })
})
