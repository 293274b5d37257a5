/**
 * The module graph in docs/ARCHITECTURE.md: folders of packages/forge/src and their imports, as Mermaid.
 * Without an argument it compares, with `--write` it writes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseModules, readSources, type Modules } from './imports/modules.ts'
import { root } from './run.ts'

const page = join(root, 'docs/ARCHITECTURE.md')
const begin = '<!-- module graph: written by `npm run docs` -->'
const end = '<!-- end of module graph -->'

/** `core/next/rules-run.ts` → `core/next`; `model/run.ts` → `model`; `forge.ts` stays itself. */
function folderOf(path: string): string {
  const folders = path.split('/').slice(0, -1)
  return folders.length === 0 ? path : folders.slice(0, 2).join('/')
}

function edgesBetweenFolders(modules: Modules): string[] {
  const edges = [...modules].flatMap(([path, imports]) =>
    imports.flatMap(({ target }) => (target.kind === 'module' ? [`${folderOf(path)} ${folderOf(target.path)}`] : [])),
  )
  const crossing = edges.filter((edge) => new Set(edge.split(' ')).size === 2)
  return [...new Set(crossing)].toSorted()
}

export function renderGraph(modules: Modules): string {
  const sizes = Map.groupBy(modules.keys(), folderOf)
  const idOf = (folder: string): string => folder.replaceAll(/\W/g, '_')
  const nodes = [...sizes.keys()]
    .toSorted()
    .map((folder) => `  ${idOf(folder)}["${folder} (${sizes.get(folder)?.length})"]`)
  const edges = edgesBetweenFolders(modules).map((edge) => `  ${edge.split(' ').map(idOf).join(' --> ')}`)
  return ['```mermaid', 'flowchart TD', ...nodes, ...edges, '```'].join('\n')
}

export function replaceGraph(text: string, graph: string): string {
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from === -1 || to < from) throw new Error(`docs/ARCHITECTURE.md lacks the markers ${begin} and ${end}`)
  return `${text.slice(0, from + begin.length)}\n${graph}\n${text.slice(to)}`
}

if (import.meta.main) {
  const written = readFileSync(page, 'utf8')
  const fresh = replaceGraph(written, renderGraph(parseModules(readSources())))
  if (process.argv.includes('--write')) writeFileSync(page, fresh)
  else if (written !== fresh) {
    console.log('The module graph in docs/ARCHITECTURE.md is not the one of the sources.')
    process.exitCode = 1
  }
}
