/** Starts a run of any preset: collects and checks what it needs, and writes its first message. Nothing runs yet. */
import { randomBytes } from 'node:crypto'
import type { RepositoryFacts } from '#adapters/git/index.ts'
import type { Workplace } from '#forge/place/place.ts'
import type { Refusal } from '#forge/refusal.ts'
import type { UsedAccounts } from '#forge/world/accounts.ts'
import type { Sandbox } from '#forge/world/sandbox.ts'
import { redactorOf } from '#forge/world/secrets.ts'
import type { Said } from '#messages/said.ts'
import { hashText } from '#model/digest.ts'
import type { MessageOf } from '#model/message.ts'
import type { Preset } from '#model/preset.ts'
import { success, failed, type Result } from '#model/result.ts'
import { slugFrom } from '#model/slug.ts'
import type { Trust } from '#model/trust.ts'
import { presetSpec, type PresetRequest } from '#presets/spec.ts'
import { lanesFor } from './lanes.ts'
import { namedByProject } from './named-files.ts'
import { findPreset, listPresets } from './presets.ts'
import { withProjectGates } from './project-gates.ts'
import { keepTexts, packTexts } from './prompt-texts.ts'
import { provenToRun } from './proofs.ts'
import { routingOf } from './routing.ts'
import { environmentOf, runSpecOf, whyNoRun, type Collected } from './run-spec.ts'

export interface StartInput {
  /** The name of the preset. */
  readonly preset: string
  readonly request: string
  /** What to do about uncommitted changes: they are never part of a run. */
  readonly dirt: 'refuse' | 'leave'
  /** Whether a preset of one's own must be proven first. `spared`: a rehearsal, in which nothing is at stake. */
  readonly proof?: 'spared'
}

export interface Started {
  readonly run: string
  readonly start: MessageOf<'start'>
}

/** What the machine and its user provide to a run. */
export interface RunMeans {
  readonly user: RepositoryFacts
  readonly accounts: UsedAccounts
  /** How agents and checks will be sandboxed. */
  readonly held: Sandbox['record']
  /** Why what the repository brings may be used. */
  readonly trust: Trust
  readonly say: (said: Said) => void
}

export async function startRun(
  place: Workplace,
  input: StartInput,
  given: RunMeans,
): Promise<Result<Started, Refusal>> {
  const { config, repository, places } = place
  const entries = listPresets(repository.root, config)
  const preset = findPreset(entries, input.preset)
  if (!preset.ok) return preset
  const refused = whyNoRun({ preset: preset.value, config, user: given.user }, input.dirt)
  if (refused !== undefined) return failed(refused)
  const collected = await collect(place, { preset: preset.value, request: input.request }, given)
  if (!collected.ok) return collected
  const origin = entries.find(({ name }) => name === input.preset)?.origin ?? 'project'
  // A preset of one's own is proven before it runs; a shipped one is not even read again.
  const isProven = origin === 'shipped' && Object.keys(config.settings.pipelines).length === 0
  if (input.proof !== 'spared' && !isProven) {
    const named = { name: preset.value.name, origin }
    const proven = await provenToRun(named, preset.value, { config, places, say: given.say, root: repository.root })
    if (!proven.ok) return proven
  }
  const salt = randomBytes(16).toString('hex')
  const spec = runSpecOf(collected.value)
  const start = {
    type: 'start',
    id: 'start',
    at: place.now(),
    spec,
    nonce: hashText(salt),
    trust: given.trust,
  } as const
  return success({ run: runIdOf(spec.request, salt), start })
}

async function collect(
  { config, repository, env, blobs }: Workplace,
  { preset, request }: { readonly preset: Preset; readonly request: string },
  { user, accounts, held }: RunMeans,
): Promise<Result<Collected, Refusal>> {
  const { settings } = config
  // The request is recorded verbatim, except for secrets (T-21).
  const redactor = redactorOf({
    env,
    accounts: accounts.variables,
    told: settings.agents,
    setupPass: settings.setupPass,
  })
  const asked: PresetRequest = {
    request: redactor.text(request),
    base: user.head,
    environment: environmentOf(settings, held),
    verify: settings.verify,
    pipelines: settings.pipelines,
    named: await namedByProject(repository, user.head, settings),
  }
  const gated = withProjectGates(presetSpec(preset, asked).templates, repository.root, preset.name)
  if (!gated.ok) return gated
  const packed = packTexts(gated.value, repository.root, settings.prompts)
  if (!packed.ok) return packed
  // The texts for its agents are part of a run from its first event on.
  const kept = await keepTexts(blobs, packed.value.packs)
  if (!kept.ok) return kept
  const [lanes, routing] = [lanesFor(settings, accounts), routingOf(settings, env)]
  const found = { templates: gated.value, lanes, routing, texts: packed.value, prompts: kept.value }
  return success({ preset, config, user, request: asked, ...found })
}

/** A few words of the request, and enough randomness that no two runs collide. */
function runIdOf(request: string, salt: string): string {
  const words = slugFrom(request)
    .slice(0, 32)
    .replace(/-[^-]*$/, (tail) => (request.length > 32 ? '' : tail))
  return `${words === '' ? 'run' : words}-${salt.slice(0, 4)}`
}
