/** The input of detection: the paths of one folder, and the text of some files. */
import type { Said } from '#messages/said.ts'
import { parseJson } from '#model/parse-json.ts'

export interface Project {
  /** Paths below the root, `/`-separated; folders appear through their files. */
  readonly paths: readonly string[]
  /** The text of a small file; undefined when it does not exist or is not text. */
  read(path: string): string | undefined
  /** Whether a fresh clone has this file: git tracks it. */
  isTracked(path: string): boolean
  /** Whether it exists in the checkout, though git may ignore it. */
  isThere(path: string): boolean
}

export type Kind = 'setup' | 'build' | 'lint' | 'test'

export interface Finding {
  readonly kind: Kind
  readonly run: string
  /** The reason: what was found. */
  readonly from: string | Said
}

/** One build system. It returns nothing for folders that it does not know. */
export type Detector = (project: Project) => readonly Finding[]

/** The first of these names that exists. */
export function firstOf(project: Project, names: readonly string[]): string | undefined {
  return names.find((name) => project.paths.includes(name))
}

/** The first of these names that a fresh clone has. */
export function firstTracked(project: Project, names: readonly string[]): string | undefined {
  return names.find((name) => project.paths.includes(name) && project.isTracked(name))
}

export function hasFolder(project: Project, folder: string): boolean {
  return project.paths.some((path) => path.startsWith(`${folder}/`))
}

export function hasMatch(project: Project, pattern: RegExp): string | undefined {
  return project.paths.find((path) => pattern.test(path))
}

/** JSON that may have a byte order mark; anything but an object is ignored. */
export function readObject(project: Project, path: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson((project.read(path) ?? '').replace(/^\uFEFF/, ''))
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** The entries of an object that are text. */
export function textsIn(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
