/** Names of things. Slugs go into paths and refs; keys name one effect of one attempt forever. */
import { z } from 'zod'
import { line } from '#model/line.ts'
import { slugPattern } from '#model/slug.ts'

/** Schema of a slug; the name appears in its error. */
function slug(name: string) {
  return z.string().regex(slugPattern, `${name}: a-z, 0-9 and -, at most 63 characters`)
}

export const Slug = slug('a slug')

export const RunId = slug('a run id')
export type RunId = z.infer<typeof RunId>

export const UnitId = slug('a unit id')
export type UnitId = z.infer<typeof UnitId>

/** The place of a node in the work graph: `m2/review` or `m2/review/lens-b`. */
export const NodePath = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}(\/[a-z0-9][a-z0-9-]{0,62}){1,3}$/, 'a node path')
export type NodePath = z.infer<typeof NodePath>

/** `<run>/<iteration>/<node-path>#<attempt>`; an effect appends `:<effect>`. Never reused. */
export const Key = z.string().min(3).max(400)
export type Key = z.infer<typeof Key>

/** The key of an account's limit: `<provider>/<account>`, or an account alone if its provider is not known. */
export const LimitName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}(\/[a-z0-9][a-z0-9-]{0,62})?$/, 'a gate')

export const MessageId = z.string().min(1).max(400)
export type MessageId = z.infer<typeof MessageId>

/** A git object name, SHA-1 or SHA-256. */
export const Oid = z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'a git object name')
export type Oid = z.infer<typeof Oid>

/** Milliseconds since the epoch on the wall clock of the writer. */
export const Instant = z.number().int().nonnegative()

/** A path inside the repository: relative, `/`-separated, no `.git`, no `..`; checked in full by `core/graph/paths.ts`. */
export const RepoPath = z.string().min(1).max(4096)
export type RepoPath = z.infer<typeof RepoPath>

/** The same in files that people and agents write: paths that Forge reads from a tree may have older names. */
export const NamedPath = line(4096).min(1)

export function attemptKey(run: RunId, iteration: number, path: NodePath, attempt: number): Key {
  return `${run}/${iteration}/${path}#${attempt}`
}
