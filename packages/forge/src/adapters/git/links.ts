/**
 * Where a symbolic link of a tree leads, by the tree object alone: no file is read, so there is no race (I-30). Pure.
 */
import { say, type Said } from '#messages/said.ts'
import { isLikeGit } from './names.ts'

/** The targets of all links of a tree, by the path of the link. */
export type Links = ReadonlyMap<string, string>

const mostHops = 40

/** What is wrong with a link, or undefined. Follows links as a file system would, intermediate ones too. */
export function objectionToLink(path: string, links: Links): Said | undefined {
  const target = links.get(path)
  if (target === undefined) return undefined
  const at = path.split('/').slice(0, -1)
  const rest = target.split('/').toReversed()
  if (target.startsWith('/')) return say('path.linkToAbsolutePath')
  for (let hops = 0; rest.length > 0;) {
    const part = rest.pop()
    if (part === undefined || part === '' || part === '.') continue
    if (part === '..') {
      if (at.pop() === undefined) return say('path.linkOutOfTree')
      continue
    }
    at.push(part)
    if (at.some((one) => isLikeGit(one))) return say('path.linkIntoGitMetadata')
    const next = links.get(at.join('/'))
    if (next === undefined) continue
    hops += 1
    // A cycle leads nowhere, so not outside either.
    if (hops > mostHops) return undefined
    if (next.startsWith('/')) return say('path.linkOutOfTree')
    at.pop()
    rest.push(...next.split('/').toReversed())
  }
  return undefined
}

/** Whether the link's target alone leads out, whatever else is in the tree. */
export function leadsOutByItself(path: string, target: string): boolean {
  return objectionToLink(path, new Map([[path, target]])) !== undefined
}
