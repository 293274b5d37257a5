/**
 * The table of roles, with their personas and workflows (S0-06, S0-07). A role without a row uses the persona of its
 * own name.
 */
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { raw, type Said } from '#messages/said.ts'
import { explain } from '#model/explain.ts'
import { Slug } from '#model/ids.ts'
import { failed, success, type Result } from '#model/result.ts'
import { shippedTaglines } from '#presets/words.ts'
import type { TextFault, TextFile } from './text.ts'

const Row = z.strictObject({
  persona: Slug,
  /** Instructions by name; absent: those of the role's own name. */
  workflow: Slug.optional(),
  /** How Forge announces it. No agent gets it. */
  banner: Slug.optional(),
  tagline: z.string().min(1).max(200).optional(),
})
export type RoleRow = Omit<z.output<typeof Row>, 'tagline'> & { readonly tagline?: Said }

const Table = z.record(Slug, Row)
export type RoleTable = Readonly<Record<string, RoleRow>>

/** The rows of all files; those of a later file come before those of an earlier one. */
export function parseRoles(files: readonly TextFile[]): Result<RoleTable, readonly TextFault[]> {
  let table: RoleTable = {}
  for (const { path, text } of files) {
    const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' })
    const [broken] = document.errors
    if (broken !== undefined) return failed([{ file: path, message: raw(broken.message) }])
    const parsed = Table.safeParse(document.toJS({ maxAliasCount: 0 }) ?? {})
    if (!parsed.success) return failed([{ file: path, message: explain(parsed.error) }])
    table = { ...table, ...rowsOf(parsed.data, path) }
  }
  return success(table)
}

/** Shipped rows are translated into every language; rows of users are used as written. */
function rowsOf(written: z.output<typeof Table>, path: string): RoleTable {
  const own = path.startsWith('forge:') ? shippedTaglines : {}
  return Object.fromEntries(
    Object.entries(written).map(([role, { tagline, ...row }]) => {
      if (tagline === undefined) return [role, row]
      return [role, { ...row, tagline: own[role] ?? raw(tagline) }]
    }),
  )
}

export function roleOf(table: RoleTable, role: string): RoleRow {
  return Object.hasOwn(table, role) ? (table[role] as RoleRow) : { persona: role }
}
