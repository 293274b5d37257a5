/** Which names are allowed in a tree that Forge commits (I-30). Pure. */
import { say, type Said } from '#messages/said.ts'
import { hiddenInLine } from '#model/printable.ts'

/** Longer paths cannot be checked out everywhere, and are never intended. */
const longestPath = 1024

/** What is wrong with a path, or undefined. */
export function objectionToName(path: string): Said | undefined {
  if (/\p{Cc}/u.test(path)) return say('path.controlCharacterInName')
  if (Buffer.byteLength(path) > longestPath) return say('path.tooLong', { most: longestPath })
  const parts = path.split(/[/\\]/u)
  if (path.startsWith('/') || /^[a-z]:[/\\]/iu.test(path)) return say('path.isAbsolute')
  if (parts.includes('..') || parts.includes('.') || path.split('/').includes('')) return say('path.notPlain')
  if (parts.some((part) => isLikeGit(part))) return say('path.namedLikeGitMetadata')
  return objectionToSpelling(path)
}

/** Names that are not what they look like, or that some file systems cannot store. */
function objectionToSpelling(path: string): Said | undefined {
  const hidden = hiddenInLine(path) ?? (loneSelector.test(path) ? 'U+FE0F' : undefined)
  if (hidden !== undefined) return say('path.invisibleCharacter', { character: hidden })
  if (path.includes('\\')) return say('path.backslashInName')
  const parts = path.split('/')
  if (parts.some((part) => /[. ]$/u.test(part))) return say('path.endsInDotOrSpace')
  if (parts.some((part) => reserved.test(part))) return say('path.windowsDeviceName')
  const mixed = path.match(/\p{L}+/gu)?.find((word) => isMixed(word))
  return mixed === undefined ? undefined : say('path.mixesAlphabets')
}

/** After an emoji character it selects the emoji; after anything else it only makes a name that looks like another. */
const loneSelector = /(?<!\p{Extended_Pictographic})\uFE0F(?!\u20E3)/u

const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/iu

/**
 * Cyrillic and Greek letters that look like Latin ones. A word in one alphabet may have them; `Δt` and `μm` may too.
 */
const lookAlike = /[аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧοννρι]/u

function isMixed(word: string): boolean {
  return /\p{Script=Latin}/u.test(word) && lookAlike.test(word)
}

/** `.git` as some file system might read it: any case, trailing dots and blanks, streams, short names, ignorable characters. */
export function isLikeGit(part: string): boolean {
  const bare = part
    .replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu, '')
    .replace(/:.*$/su, '')
    .replace(/[. ]+$/u, '')
    .toLowerCase()
  return bare === '.git' || /^git~\d+$/u.test(bare)
}

/** Names that git reads as settings and refuses as links. */
export function isGitFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return /^\.git(?:modules|attributes|ignore|mailmap)[. ]*$/iu.test(name)
}

/**
 * Where Forge reads its settings, on any file system: it follows no link there, so a link would block every later call.
 */
export function isOwnPlace(path: string): boolean {
  return /^\.forge(?:\/|$)/iu.test(path)
}

/** Pairs of paths, or of directories on the way, that a case-insensitive file system would treat as one. */
export function findCollisions(paths: readonly string[]): (readonly [string, string])[] {
  const spelled = new Map<string, string>()
  const collisions: (readonly [string, string])[] = []
  const enter = (path: string): void => {
    const folded = fold(path)
    const known = spelled.get(folded)
    if (known === path) return
    if (known !== undefined) {
      collisions.push([known, path])
      return
    }
    spelled.set(folded, path)
    const slash = path.lastIndexOf('/')
    if (slash > 0) enter(path.slice(0, slash))
  }
  for (const path of paths) enter(path)
  return collisions
}

/** Approximates full case folding: upper case first, so that ß and ss match. */
function fold(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase()
}
