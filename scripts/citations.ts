/**
 * `npm run check`, rule citations: every number by which sources and tests cite an invariant, a fault, a threat, a bar
 * or a capability is on a page of docs/. A reader who meets `F-24` in a comment finds it by searching the repository.
 */
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

/** By letter: the pattern of a citation, and the page whose table has its row. */
const families = [
  { cited: /\b[IF]-\d{1,2}\b/g, page: 'docs/reliability.md' },
  { cited: /\bT-\d{1,2}\b/g, page: 'docs/threats.md' },
  { cited: /\bB\d{1,2}\b/g, page: 'docs/proof.md' },
  { cited: /\b(?:S[0-4]|[URCD])-\d{2}\b/g, page: 'docs/capabilities.md' },
  // Numbers of findings mean nothing to a reader without the report.
  { cited: /\bH\d{1,2}\b/g, page: undefined },
] as const

export function rowsOf(page: string): ReadonlySet<string> {
  return new Set([...page.matchAll(/^\| ([A-Z]\d?-?\d+)\*? \|/gm)].map((found) => found[1] ?? ''))
}

export interface Unresolved {
  readonly code: string
  readonly page: string
}

export function unresolvedIn(text: string, rows: (page: string) => ReadonlySet<string>): readonly Unresolved[] {
  return families.flatMap(({ cited, page }) =>
    [...new Set(text.match(cited) ?? [])]
      .filter((code) => page === undefined || !rows(page).has(code))
      .map((code) => ({ code, page: page ?? 'no page' })),
  )
}

/** Tests of the rules themselves cite numbers that must not exist. */
const places = ['packages/forge/src/**/*.ts', 'packages/forge/test/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts']

async function main(): Promise<void> {
  const known = new Map<string, ReadonlySet<string>>()
  const rows = (page: string): ReadonlySet<string> => {
    const found = known.get(page) ?? rowsOf(readFileSync(page, 'utf8'))
    known.set(page, found)
    return found
  }
  let count = 0
  for await (const path of glob(places)) {
    if (path.startsWith('scripts/') && path.endsWith('.test.ts')) continue
    for (const { code, page } of unresolvedIn(readFileSync(path, 'utf8'), rows)) {
      console.log(`${path}: ${code} is not in ${page}`)
      count += 1
    }
  }
  process.exitCode = count === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
