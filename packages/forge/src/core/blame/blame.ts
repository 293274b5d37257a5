/**
 * Which changes of the user's repository an agent made, and which may be the user's own. Without a sandbox agent and
 * user have the same rights, so no observation can prove who wrote a file. The rule therefore needs a trace, and Forge
 * reports every change, with or without one:
 *
 * 1. Rules and hooks of the repository (config, attributes, hooks): the agent's. Users do not edit them in passing, and
 *    what git itself notes there about branches is left out.
 * 2. A ref or HEAD: the agent's if the reflog names another identity than the user's. Agents have their own home and so
 *    not the user's identity, unless the repository's own configuration holds it.
 * 3. A file of the checkout: the agent's if its own tree ties it to the file: the same bytes were written there
 *    meanwhile (a copy), the unit was to write that path and its tree's was not touched (written in the wrong place),
 *    or a link in the tree leads into the checkout. The agent is never blamed for files while the user's own git moved
 *    HEAD.
 * 4. Everything else, such as an editor's save, is the user's until they say otherwise: it fails no unit. Nothing of it
 *    is merged either way, because Forge merges only what is in a unit's tree, declared and verified.
 */
import type { UserSnapshot, AgentTraces } from '#model/user-snapshot.ts'

export interface Case {
  readonly before: UserSnapshot
  readonly after: UserSnapshot
  readonly traces: AgentTraces
  /** Paths that the unit was to write. */
  readonly declared: readonly string[]
  /** `Name <email>`; undefined: not known. */
  readonly user: string | undefined
}

export interface Blame {
  /** Changes that the agent made. */
  readonly agent: readonly string[]
  /** Changes that no trace ties to the agent. */
  readonly open: readonly string[]
}

export function changedFiles({ before, after }: Pick<Case, 'before' | 'after'>): readonly string[] {
  return differing(before.files, after.files, (file) => file ?? '')
}

export function blame(seen: Case): Blame {
  const { before, after } = seen
  const agent: string[] = []
  const open: string[] = []
  if (before.rules !== after.rules) agent.push('.git/config')
  if (before.hooks !== after.hooks) agent.push('.git/hooks')
  const refs = differing(before.refs, after.refs, (ref) => ref?.at ?? '')
  for (const ref of refs) (isForeign(seen, ref) ? agent : open).push(ref)
  const isUsers = refs.some((ref) => after.refs.get(ref)?.by !== undefined && !isForeign(seen, ref))
  for (const file of changedFiles(seen)) (!isUsers && isTied(seen, file) ? agent : open).push(file)
  return { agent, open }
}

function isForeign({ after, user }: Case, ref: string): boolean {
  const by = after.refs.get(ref)?.by
  return by !== undefined && user !== undefined && by !== user
}

function isTied({ after, traces, declared }: Case, file: string): boolean {
  if (traces.links.length > 0) return true
  const digest = after.files.get(file)?.split(' ').at(-1)
  if (digest !== undefined && [...traces.written.values()].includes(digest)) return true
  return !traces.written.has(file) && declared.some((path) => file === path || file.startsWith(`${path}/`))
}

function differing<T>(
  one: ReadonlyMap<string, T>,
  two: ReadonlyMap<string, T>,
  textOf: (value: T | undefined) => string,
): readonly string[] {
  const names = new Set([...one.keys(), ...two.keys()])
  return [...names].filter((name) => textOf(one.get(name)) !== textOf(two.get(name))).toSorted()
}
