/**
 * Whether what a repository brings is trusted here (I-42): a clone is untrusted until a human has seen what it would
 * run. The record lies in Forge's state of the user, never in the repository, and names exactly what was shown.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { namesIn, replacePrivate } from '#adapters/files/plain.ts'
import { broughtBy, nameOf, type Brought, type BroughtFile } from '#config/trust.ts'
import { say } from '#messages/said.ts'
import { Principal } from '#model/question.ts'
import type { Trust } from '#model/trust.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Configuration } from './config.ts'
import type { Stores } from './stores.ts'
import type { Surroundings } from './surroundings.ts'
import type { Places } from './places.ts'
import { readText } from './project-files.ts'
import { refusal, untrustedRefusal, type Refusal } from '#forge/refusal.ts'

export type TrustStanding =
  | { readonly state: 'trusted'; readonly trust: Trust }
  | { readonly state: 'untrusted'; readonly root: string; readonly name: string; readonly brought: readonly Brought[] }

export interface RepositoryTrust {
  standing(): Promise<Result<TrustStanding, Refusal>>
  /** A human trusts exactly what has this name. */
  trust(name: string): Promise<Result<undefined, Refusal>>
  /** Why it may be used now; refused with its name while it is untrusted. A given name says yes to exactly that. */
  require(name?: string): Promise<Result<Trust, Refusal>>
}

export interface TrustParts extends Pick<Stores, 'repository' | 'places'>, Configuration {
  readonly surroundings: Pick<Surroundings, 'home' | 'now'>
  readonly decider: () => Promise<Result<Principal, Refusal>>
}

export function trustOf(parts: TrustParts): RepositoryTrust {
  return {
    standing: () => trustStanding(parts),
    trust: (name) => trust(parts, name),
    require: (name) => requireTrust(parts, name),
  }
}

const Record = z.strictObject({
  v: z.literal(1),
  trusted: z.array(z.strictObject({ name: z.string(), root: z.string(), by: Principal, at: z.number() })),
})
type Record = z.infer<typeof Record>

/** How many of the newest approvals are kept. */
const mostNames = 200

const nothing = success<TrustStanding>({ state: 'trusted', trust: { ground: 'nothing' } })

async function trustStanding(parts: TrustParts): Promise<Result<TrustStanding, Refusal>> {
  const [repository, places] = [parts.repository(), parts.places()]
  // Outside of a repository nothing is brought.
  if (!repository.ok || !places.ok) return nothing
  const [config, own] = [await parts.ofRepository(), await parts.config()]
  // What cannot be read runs nothing; the code that reads it reports the fault.
  if (!config.ok || !own.ok) return nothing
  const { root } = repository.value
  const files = filesBrought(root)
  const brought = broughtBy(config.value, files)
  if (brought.length === 0) return nothing
  const name = nameOf(brought, files)
  if (own.value.settings.trusted.some((folder) => holds(folder, root, parts.surroundings.home)))
    return success({ state: 'trusted', trust: { ground: 'folder', name } })
  const known = readRecord(places.value).trusted.findLast((one) => one.name === name && one.root === root)
  if (known === undefined) return success({ state: 'untrusted', root, name, brought })
  const { by, at } = known
  return success({ state: 'trusted', trust: { ground: 'approval', name, by, at } })
}

/** Why what the repository brings may be used now. A given `name` says yes to exactly what has it. */
async function requireTrust(parts: TrustParts, name?: string): Promise<Result<Trust, Refusal>> {
  if (name !== undefined) {
    const said = await trust(parts, name)
    if (!said.ok) return said
  }
  const standing = await trustStanding(parts)
  if (!standing.ok) return standing
  if (standing.value.state === 'trusted') return success(standing.value.trust)
  const hint = say('trust.showHumanThenTrust', { name: standing.value.name })
  return failed(untrustedRefusal(standing.value, hint))
}

/** A human trusts exactly what has this name. */
async function trust(parts: TrustParts, name: string): Promise<Result<undefined, Refusal>> {
  const by = await parts.decider()
  if (!by.ok) return by
  const [standing, places] = [await trustStanding(parts), parts.places()]
  if (!standing.ok) return standing
  if (!places.ok) return places
  if (standing.value.state !== 'untrusted') return success(undefined)
  if (standing.value.name !== name)
    return failed(refusal('other-trust', say('trust.contentChanged', { found: standing.value.name, given: name })))
  const { root } = standing.value
  note(places.value, { name, root, by: by.value, at: parts.surroundings.now() })
  return success(undefined)
}

/** Presets and gates of the repository: each may name commands, agents and reviewers. */
function filesBrought(root: string): readonly BroughtFile[] {
  return ['.forge/presets', '.forge/gates'].flatMap((folder) =>
    namesIn(join(root, folder)).flatMap((name) => {
      const text = readText(join(root, folder, name))
      return text.ok && text.value !== undefined ? [{ path: `${folder}/${name}`, text: text.value }] : []
    }),
  )
}

/** Whether a folder of the user's own configuration contains the repository. */
function holds(folder: string, root: string, home: string): boolean {
  const named = folder === '~' || folder.startsWith('~/') ? join(home, folder.slice(1)) : folder
  if (!isAbsolute(named)) return false
  const way = relative(realOf(resolve(named)), realOf(root))
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}

function realOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path)
}

function fileOf({ state }: Places): string {
  return join(state, 'trust.json')
}

/** An unreadable record trusts nothing. */
function readRecord(places: Places): Record {
  try {
    return Record.parse(JSON.parse(readFileSync(fileOf(places), 'utf8')))
  } catch {
    return { v: 1, trusted: [] }
  }
}

function note(places: Places, entry: Record['trusted'][number]): void {
  const record: Record = { v: 1, trusted: [...readRecord(places).trusted, entry].slice(-mostNames) }
  replacePrivate(fileOf(places), `${JSON.stringify(record, undefined, 2)}\n`)
}
