/** A rehearsal for surfaces: the copy, the paths, and the settings that each path runs with. */
import { say, type Said } from '#messages/said.ts'
import { hashText } from '#model/digest.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Template } from '#model/run.ts'
import type { Config } from '#config/load.ts'
import { presetSpec } from '#presets/spec.ts'
import { findPreset, listPresets } from '#forge/start/presets.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import { prepareRehearsal } from './prepare.ts'
import { pathWords, rehearsalCheck, rehearsalPaths } from './script.ts'

export interface RehearsalOf {
  readonly preset: string
  readonly templates: Readonly<Record<string, Template>>
  readonly paths: readonly {
    readonly name: string
    readonly what: Said
    /** What the human of the path answers: yes to everything, or no to each question the first time. */
    readonly answers: 'yes' | 'no-then-yes'
  }[]
  readonly project: string
  readonly state: string
  /** The settings in the copy; they win over everything configured. */
  settingsFor(path: string): Readonly<Record<string, unknown>>
  end(): void
}

export async function rehearse(
  { root, config }: { readonly root: string; readonly config: Config },
  preset: string,
  only: string | undefined,
): Promise<Result<RehearsalOf, Refusal>> {
  const found = findPreset(listPresets(root, config), preset)
  if (!found.ok) return found
  const names = rehearsalPaths.filter((name) => only === undefined || name === only)
  if (names.length === 0)
    return failed(
      usageRefusal(
        'no-path',
        say('rehearsal.noSuchPath', { path: only ?? '' }),
        say('rehearsal.knownPaths', { paths: rehearsalPaths.join(', ') }),
      ),
    )
  const { pipelines } = config.settings
  const request = { request: 'rehearse', base: '0'.repeat(40), environment: hashText(''), verify: [], pipelines }
  const { templates, guarded } = presetSpec(found.value, request)
  const prepared = await prepareRehearsal(root, { templates, guarded: guarded ?? [] })
  if (!prepared.ok) return prepared
  const { project, state } = prepared.value
  const quiet = { verify: [rehearsalCheck], 'setup.run': [], teardown: [], submodules: 'optional' }
  return success({
    preset,
    templates,
    paths: names.map((name) => ({ name, what: pathWords[name], answers: name === 'answers' ? 'no-then-yes' : 'yes' })),
    project,
    state,
    settingsFor(path) {
      const name = names.find((one) => one === path) ?? 'approved'
      return { ...quiet, agent: `scripted:${prepared.value.scriptOf(name)}` }
    },
    end: () => prepared.value.end(),
  })
}
