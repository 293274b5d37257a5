/**
 * As much of TOML as detection needs: by table, each key with its raw value. Total: what it cannot read is left out.
 */

export type Tables = ReadonlyMap<string, ReadonlyMap<string, string>>

export function tablesIn(text: string): Tables {
  const tables = new Map<string, Map<string, string>>()
  let table = new Map<string, string>()
  tables.set('', table)
  let open: { readonly key: string; value: string } | undefined
  for (const raw of text.split(/\r?\n/)) {
    const line = withoutComment(raw).trim()
    if (open !== undefined) {
      open.value += ` ${line}`
      if (!isOpen(open.value)) {
        table.set(open.key, open.value)
        open = undefined
      }
      continue
    }
    const [, name] = /^\[+\s*([^\][]+?)\s*\]+$/.exec(line) ?? []
    if (name !== undefined) {
      table = tables.get(unquoted(name)) ?? new Map<string, string>()
      tables.set(unquoted(name), table)
      continue
    }
    const [, key, value] = /^("[^"]*"|'[^']*'|[\w.-]+)\s*=\s*(.*)$/.exec(line) ?? []
    if (key === undefined || value === undefined) continue
    if (isOpen(value)) open = { key: unquoted(key), value }
    else table.set(unquoted(key), value)
  }
  return tables
}

/** The texts in a value: of a list, its entries. */
export function textsOf(value: string | undefined): readonly string[] {
  return [...(value ?? '').matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other ?? '')
}

function isOpen(value: string): boolean {
  const bare = value.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '')
  return (bare.match(/[[{]/g) ?? []).length > (bare.match(/[\]}]/g) ?? []).length
}

function withoutComment(line: string): string {
  const [kept = ''] = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^#"'])*/.exec(line) ?? []
  return kept
}

function unquoted(name: string): string {
  return name.replaceAll(/["']/g, '')
}
