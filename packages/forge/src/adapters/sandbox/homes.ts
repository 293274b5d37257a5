/** What Forge knows of homes: which of their folders are shared, and which belong to a tool chain manager. Pure. */
import { join, relative, sep } from 'node:path'

/**
 * Tool chain managers by their folder, and the parts that programs need: shims refer to them without a link. `.` means
 * all of it.
 */
const managers: Readonly<Record<string, readonly string[]>> = {
  '.asdf': ['asdf.sh', 'bin', 'installs', 'lib', 'libexec', 'plugins', 'shims'],
  '.bun': ['bin', 'install/global'],
  '.cargo': ['bin', '../.rustup/settings.toml', '../.rustup/toolchains'],
  '.dotnet': ['dotnet', 'host', 'packs', 'sdk', 'shared', 'tools'],
  '.linuxbrew': ['.'],
  '.nodenv': ['bin', 'libexec', 'plugins', 'shims', 'version', 'versions'],
  '.pyenv': ['bin', 'libexec', 'plugins', 'pyenv.d', 'shims', 'version', 'versions'],
  '.rbenv': ['bin', 'libexec', 'plugins', 'rbenv.d', 'shims', 'version', 'versions'],
  '.volta': ['bin', 'hooks.json', 'tools'],
  '.local/share/fnm': ['node-versions', 'aliases'],
  '.local/share/mise': ['installs', 'plugins', 'shims'],
  '.local/share/pnpm': ['.'],
  '.local/share/uv': ['python', 'tools'],
}

/** The parts of a manager's folder that belong to a path in it; none if the path is in no such folder. */
export function managedPlaces(path: string, homes: readonly string[]): readonly string[] {
  return homes.flatMap((home) =>
    Object.entries(managers).flatMap(([folder, parts]) =>
      isIn(path, join(home, folder)) ? parts.map((part) => join(home, folder, part)) : [],
    ),
  )
}

/** Folders in which application data is one level deeper. */
const deeper: readonly string[] = ['.local', '.config', '.cache', '.var']

/**
 * Whether a folder belongs to several programs, or to one with its settings and logins: a home and its parents,
 * `.docker`, `.local/share`, `.local/share/opencode`. Such a folder is never shown whole.
 */
export function isCollective(folder: string, homes: readonly string[]): boolean {
  return homes.some((home) => {
    if (folder === home || isIn(home, folder)) return true
    if (!isIn(folder, home)) return false
    const [first = '', ...rest] = relative(home, folder).split(sep)
    return first.startsWith('.') && rest.length <= (deeper.includes(first) ? (first === '.local' ? 2 : 1) : 0)
  })
}

export function isIn(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
