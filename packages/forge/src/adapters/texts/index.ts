/**
 * Texts for agents as files: those of the project, those of other tools in it, and those that come with Forge.
 * `config/texts` parses them. No file above the repository is read, by any name or link.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

type Kind = 'persona' | 'skill' | 'workflow' | 'fragment' | 'block'

interface Found {
  readonly path: string
  readonly text: string
  readonly origin: 'own' | 'foreign'
}

const folders: Readonly<Record<Kind, string>> = {
  persona: 'personas',
  skill: 'skills',
  workflow: 'workflows',
  fragment: 'fragments',
  block: 'blocks',
}

/** Where other tools store files that Forge can use unchanged. */
const foreign: Readonly<Partial<Record<Kind, (name: string) => string>>> = {
  persona: (name) => `.claude/agents/${name}.md`,
  skill: (name) => `.claude/skills/${name}/SKILL.md`,
}

const largest = 1_000_000

export interface TextShelf {
  find(kind: Kind, name: string): Found | undefined
  names(kind: Kind): readonly string[]
  read(path: string): Found | undefined
  /** The shipped table of roles, then the project's own. */
  roles(): readonly Found[]
}

export function openTextShelf(root: string): TextShelf {
  const shipped = shippedFolder()
  const read = (path: string): Found | undefined => readInside(root, path)
  const readShipped = (path: string): Found | undefined => {
    const found = readInside(shipped, path)
    return found === undefined ? undefined : { ...found, path: `forge:${path}` }
  }
  return {
    read,
    find(kind, name) {
      if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) return undefined
      const own = read(`.forge/${folders[kind]}/${name}.md`)
      if (own !== undefined) return own
      const others = foreign[kind] === undefined ? undefined : read(foreign[kind](name))
      return others === undefined ? readShipped(`${folders[kind]}/${name}.md`) : { ...others, origin: 'foreign' }
    },
    names(kind) {
      const places = [join(root, '.forge', folders[kind]), join(shipped, folders[kind])]
      const agents = kind === 'persona' ? [join(root, '.claude/agents')] : []
      return [...new Set([...places, ...agents].flatMap(namesIn))].toSorted()
    },
    roles: () => [readShipped('roles/roles.yaml'), read('.forge/roles.yaml')].flatMap((found) => found ?? []),
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -'.md'.length)] : []))
  } catch {
    return []
  }
}

/** A file below a folder; undefined when it is missing, is no file, is too large, or its real path is outside. */
function readInside(root: string, path: string): Found | undefined {
  try {
    const real = realpathSync(join(root, path))
    const below = relative(realpathSync(root), real)
    if (below === '' || below.startsWith('..') || isAbsolute(below)) return undefined
    const { size } = statSync(real)
    if (size > largest || !statSync(real).isFile()) return undefined
    return { path, text: readFileSync(real, 'utf8'), origin: 'own' }
  } catch {
    return undefined
  }
}

/** Two folders up in the sources and in the library; in a bundle, next to the bundle. */
function shippedFolder(): string {
  const candidates = ['./presets/', '../../presets/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return candidates.find((path) => existsSync(path)) ?? (candidates[0] as string)
}
