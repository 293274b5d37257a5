/** Evidence in an agent's own tree that ties a change in the user's checkout to the agent. */
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { AgentTraces } from '#model/user-snapshot.ts'
import { contentDigest } from './user-snapshot.ts'

/** Dependencies are installed by the thousand, and the agent did not write them. */
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules'])

export async function readTraces(tree: string, checkout: string, since: number): Promise<AgentTraces> {
  const written = new Map<string, string>()
  const links: string[] = []
  const waiting = [tree]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      if (entry.isSymbolicLink() && (await leadsInto(path, checkout))) links.push(relative(tree, path))
      else if (entry.isDirectory() && !skipped.has(entry.name)) waiting.push(path)
      else if (entry.isFile() && (await isWrittenSince(path, since)))
        written.set(relative(tree, path), (await contentDigest(path)) ?? '')
    }
  }
  return { written, links }
}

async function leadsInto(link: string, checkout: string): Promise<boolean> {
  const target = await realpath(link).catch(() => '')
  return target === checkout || target.startsWith(checkout + sep)
}

async function isWrittenSince(path: string, since: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found !== undefined && found.ctimeMs >= since
}
