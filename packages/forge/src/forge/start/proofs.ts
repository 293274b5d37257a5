/**
 * Proofs are kept by what was proven, so that a preset of one's own is proven once: before its first start, and again
 * when a byte that a walk reads has changed. Only sound proofs are kept; a preset with a hole is walked and reported
 * every time.
 */
import { join } from 'node:path'
import { isThere } from '#adapters/files/plain.ts'
import { makePrivateDirectory, replaceFile } from '#adapters/files/index.ts'
import type { Config } from '#config/load.ts'
import type { ProofFault, Proof } from '#core/check/prove.ts'
import { raw, say, type Said } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Preset } from '#model/preset.ts'
import type { Places } from '#forge/place/places.ts'
import type { PresetEntry } from './presets.ts'
import { claimsOf, mostStates, proveClaim, type Claim } from './claims.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'

type ProofStore = Pick<Places, 'state'>

function fileOf({ state }: ProofStore, { digest }: Claim): string {
  return join(state, 'proofs', `${digest}.json`)
}

async function keep(places: ProofStore, claim: Claim, { states, steps, scope }: Proof): Promise<void> {
  const file = fileOf(places, claim)
  makePrivateDirectory(join(places.state, 'proofs'))
  const said = JSON.stringify({ template: claim.template, states, steps, scope })
  await replaceFile(file, `${file}.${process.pid}`, `${said}\n`)
}

/**
 * The surroundings of a preset; without a repository the project adds no gates, and without a place no proof is kept.
 */
interface ProofContext {
  readonly config: Config
  readonly root: string | undefined
  readonly places: ProofStore | undefined
}

/** Every template, walked now; sound proofs are kept for the next run. */
export async function provePreset(
  preset: Preset,
  { config, root, places }: ProofContext,
  depth: 'usual' | 'deep',
): Promise<readonly Proof[]> {
  const proofs: Proof[] = []
  for (const claim of claimsOf(preset, config, root)) {
    const proof = proveClaim(claim, depth)
    proofs.push(proof)
    if (places !== undefined && proof.holes.length === 0) await keep(places, claim, proof)
  }
  return proofs
}

interface Starting extends ProofContext {
  readonly places: ProofStore
  readonly say: (said: Said) => void
  /** How many states a walk may have; a larger preset is not proven before a run, only by `preset check`. */
  readonly most?: number
}

/** What must be proven before this may run: all but shipped presets, which Forge's own tests prove. */
export async function provenToRun(
  { name, origin }: Pick<PresetEntry, 'name' | 'origin'>,
  preset: Preset,
  { config, root, places, say: tell, most = mostStates.usual }: Starting,
): Promise<Result<undefined, Refusal>> {
  const isShipped = (template: string): boolean => origin === 'shipped' && template in preset.templates
  const claims = claimsOf(preset, config, root).filter(({ template }) => !isShipped(template))
  const open = claims.filter((claim) => !isThere(fileOf(places, claim)))
  let states = 0
  for (const claim of open) {
    const proof = proveClaim(claim, 'usual', most)
    const holes = proof.holes.filter((hole) => isOfPreset(claim, hole))
    if (holes.length > 0) return failed(holeRefusal(name, { ...proof, holes }))
    states += proof.states
    await keep(places, claim, proof)
  }
  if (open.length > 0) tell(say('preset.isProven', { name, states }))
  return success(undefined)
}

/** Gates of the project ask for facts of the project: if one does not hold, the unit stops with the remedy, as intended. */
function isOfPreset({ isGated }: Claim, { law }: ProofFault): boolean {
  return !isGated || law !== 'end'
}

/** The first hole as `preset check` shows it; a preset too large to be walked here has its own refusal. */
function holeRefusal(name: string, { template, holes }: Proof): Refusal {
  const worst = holes.find(({ law }) => law !== 'size')
  if (worst === undefined) {
    const hint = say('preset.checkDeep', { name })
    return usageRefusal(
      'preset-unproven',
      say('preset.cannotRunYet', { name, template, hole: holes[0]?.message ?? '' }),
      hint,
    )
  }
  const by = worst.trail.length === 0 ? '' : say('proof.byTrail', { trail: worst.trail.join(' · ') })
  const more = holes.length === 1 ? '' : say('hint.andMore', { count: holes.length - 1 })
  return usageRefusal(
    'preset-hole',
    say('preset.hasFault', { name, template, hole: worst.message, by, more }),
    raw(`forge preset check ${name}`),
  )
}
