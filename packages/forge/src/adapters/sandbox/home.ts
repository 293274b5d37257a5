/** What of a home is needed to run programs, and what in those places must not be seen all the same. */
import { join, relative, sep } from 'node:path'

/** Tool chains that PATH names inside a home: as little of it as they need to work. */
export function toolPlaces(path: readonly string[], home: string): readonly string[] {
  const places = path.flatMap((entry) => {
    const way = relative(home, entry).split(sep)
    return way[0] === '' || way[0] === '..' ? [] : placesOf(way)
  })
  return [...new Set(places)].toSorted().map((place) => join(home, place))
}

function placesOf(way: readonly string[]): readonly string[] {
  const [first = ''] = way
  const modules = way.indexOf('node_modules')
  if (modules >= 0) return [join(...way.slice(0, modules + 1))]
  if (first === '.local') return ['.local/bin', '.local/lib', '.local/share']
  // A tool chain in a folder of its own: `.nvm/versions/node/v24/bin`, `.cargo/bin`, `.asdf/shims`.
  if (first.startsWith('.') && first !== '.config') return [first]
  return way.length > 1 && way.at(-1) === 'bin' ? [join(...way.slice(0, -1))] : [join(...way)]
}

/** Credentials that lie in such places. */
export function credentialsIn(home: string): readonly { readonly path: string; readonly kind: 'file' | 'folder' }[] {
  const files = ['.cargo/credentials', '.cargo/credentials.toml', '.config/gh/hosts.yml', '.gem/credentials']
  const folders = ['.local/share/keyrings', '.local/share/kwalletd', '.config/gcloud']
  return [
    ...files.map((path) => ({ path: join(home, path), kind: 'file' as const })),
    ...folders.map((path) => ({ path: join(home, path), kind: 'folder' as const })),
  ]
}
