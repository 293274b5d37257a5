/**
 * What a repository brings that starts programs, is passed to them, or weakens a protection: everything that a human
 * must see and approve before any of it is used. Pure; only files of the repository count here, so that a flag or a
 * variable changes no hash.
 */
import { hashOf, hashText } from '#model/digest.ts'
import { classOf, opensWall } from './classes.ts'
import type { Config, Value } from './load.ts'
import { defaults } from './schema.ts'

export interface Brought {
  /** A key of the configuration, or a file. */
  readonly what: string
  /** Its value as one line; for a file, a name derived from its content. */
  readonly value: string
}

export interface BroughtFile {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

/** In a fixed order, whatever the order of the files. */
export function broughtBy({ values, untaken }: Config, files: readonly BroughtFile[]): readonly Brought[] {
  const said = [...values, ...untaken]
    .filter(isToApprove)
    .map(({ key, value }) => ({ what: key, value: textOf(value) }))
  const texts = files.map(({ path, text }) => ({ what: path, value: `sha256 ${hashText(text).slice(0, 16)}` }))
  return [...said, ...texts].toSorted((one, other) => (one.what < other.what ? -1 : 1))
}

/** The name of exactly this content; half of a sha256 is enough to exclude a collision. */
export function nameOf(brought: readonly Brought[], files: readonly BroughtFile[]): string {
  return hashOf({ brought, files: files.map(({ path, text }) => [path, text]) }).slice(0, 32)
}

function isToApprove({ key, path, value, origin }: Value): boolean {
  if (origin.layer !== 'project' && origin.layer !== 'local') return false
  const kind = classOf(path)
  if (kind === 'trusted') return !isNothing(value)
  return kind === 'safety' && opensWall(key, value, usually(path))
}

function isNothing(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function usually(path: readonly string[]): unknown {
  return path.reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>> | undefined)?.[step], defaults)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
