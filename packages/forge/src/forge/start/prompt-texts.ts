/**
 * Texts for agents, from files to the journal: every role of a run is packed and checked before it starts, and each
 * pack is kept by its hash. From then on the files may change; the run does not.
 */
import { openTextShelf } from '#adapters/texts/index.ts'
import { packFor, type PackRequest, type PackSettings, type RolePack } from '#config/texts/pack.ts'
import { parseRoles } from '#config/texts/roles.ts'
import type { TextFault } from '#config/texts/text.ts'
import { textsKey } from '#core/context/task-context.ts'
import type { Blobs, Texts } from '#engine/ports.ts'
import { raw, say } from '#messages/said.ts'
import type { Badge } from '#model/badge.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { AgentPhase } from '#model/phase.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { RouteHint, Tier } from '#model/route.ts'
import type { Template } from '#model/run.ts'
import { roleTiers } from '#presets/routing.ts'
import { alsoWrong, textFaultText } from '#forge/faults.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import { journalRefusal } from '#forge/place/journal-refusal.ts'

export interface PackedTexts {
  /** By the name under which a run records them. */
  readonly packs: Readonly<Record<string, RolePack['pack']>>
  /** Which tier or model personas and workflows ask for, by role. */
  readonly hints: Readonly<Record<string, RouteHint>>
  /** Labels of roles. */
  readonly badges: Readonly<Record<string, Badge>>
}

/** The texts of every agent phase of these templates, or all their faults. */
export function packTexts(
  templates: Readonly<Record<string, Template>>,
  root: string,
  settings: PackSettings,
): Result<PackedTexts, Refusal> {
  const shelf = openTextShelf(root)
  const roles = parseRoles(shelf.roles())
  if (!roles.ok) return failed(faultRefusal(roles.failure))
  const packs: Record<string, RolePack['pack']> = {}
  const hints: Record<string, RouteHint> = {}
  const badges: Record<string, Badge> = {}
  const faults: TextFault[] = []
  for (const phase of Object.values(templates).flatMap(({ phases }) => phases)) {
    if (phase.kind !== 'agent' || phase.effect === 'off') continue
    const key = textsKey(phase)
    if (packs[key] !== undefined) continue
    const made = packFor(requestOf(phase), roles.value, shelf, settings)
    if (!made.ok) {
      faults.push(...made.failure)
      continue
    }
    packs[key] = made.value.pack
    badges[phase.role] ??= made.value.badge
    const hint = hintFrom(made.value, phase.role)
    if (hint !== undefined) hints[phase.role] ??= hint
  }
  return faults.length === 0 ? success({ packs, hints, badges }) : failed(faultRefusal(faults))
}

function requestOf({ role, workflow, context }: AgentPhase): PackRequest {
  return { role, workflow, blocks: context?.blocks ?? [] }
}

/**
 * The tier or model that the texts of one role ask for; nothing where they cannot be read, which the next run reports.
 */
export function wishOf(role: string, root: string, settings: PackSettings): Readonly<Record<string, RouteHint>> {
  const shelf = openTextShelf(root)
  const roles = parseRoles(shelf.roles())
  const made = roles.ok ? packFor({ role, workflow: undefined }, roles.value, shelf, settings) : roles
  const hint = made.ok ? hintFrom(made.value, role) : undefined
  return hint === undefined ? {} : { [role]: hint }
}

const tiers: Readonly<Record<'Low' | 'Medium' | 'High', Tier>> = { Low: 'light', Medium: 'standard', High: 'heavy' }

/** A model by name wins over a need for reasoning, and a role whose tier is known needs no such hint (S0-47). */
function hintFrom({ needs }: RolePack, role: string): RouteHint | undefined {
  if (needs.model !== undefined) return { model: needs.model }
  if (needs.reasoning === undefined || Object.hasOwn(roleTiers, role)) return undefined
  return { tier: tiers[needs.reasoning] }
}

/** All faults, each once: the file to create or to fix comes first. */
function faultRefusal(faults: readonly TextFault[]): Refusal {
  const each = new Map(faults.map((fault) => [JSON.stringify(fault), textFaultText(fault)]))
  const [first = raw(''), ...others] = each.values()
  return usageRefusal('texts', first, alsoWrong(others) ?? say('hint.readPersonasDocs'))
}

/** Keeps every pack and returns its hash, by name. */
export async function keepTexts(
  blobs: Blobs,
  packs: PackedTexts['packs'],
): Promise<Result<Record<string, string>, Refusal>> {
  const hashes: Record<string, string> = {}
  for (const [key, pack] of Object.entries(packs)) {
    const kept = await blobs.put(Buffer.from(canonicalJson(pack), 'utf8'))
    if (!kept.ok) return failed(journalRefusal(kept.failure))
    hashes[key] = kept.value
  }
  return success(hashes)
}

/** The kept packs, for the driver that performs the run. */
export function textsIn(blobs: Blobs): Texts {
  return {
    async read(hash) {
      const found = await blobs.get(hash)
      return found.ok && found.value !== undefined ? Buffer.from(found.value).toString('utf8') : undefined
    },
  }
}
