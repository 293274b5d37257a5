/**
 * The hashes of what Forge wrote into the user's repository: whether a file is still as Forge wrote it, was edited, or
 * is gone, and what was chosen at each write. The record is in Forge's state, not in the repository.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readBytes, replacePrivate, writeText } from '#adapters/files/plain.ts'
import type { Places } from '#forge/place/places.ts'
import { readText } from '#forge/place/project-files.ts'

/** One write of one file. `refreshed`: it was as Forge had left it; `replaced`: the user's edit was set aside. */
const Writing = z.strictObject({
  at: z.number(),
  version: z.string(),
  sha256: z.string(),
  choice: z.enum(['written', 'refreshed', 'replaced', 'kept']),
})
export type Writing = z.infer<typeof Writing>

const Manifest = z.strictObject({ v: z.literal(1), files: z.record(z.string(), z.array(Writing)) })
type Manifest = z.infer<typeof Manifest>

/** How many of the newest writes of a file are kept. */
const mostWritings = 20

export interface Generated {
  readonly path: string
  readonly standing: 'as written' | 'edited' | 'gone'
  /** Oldest first. */
  readonly writings: readonly Writing[]
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function fileOf({ state }: Places): string {
  return join(state, 'generated.json')
}

function readManifest(places: Places): Manifest {
  const text = readText(fileOf(places))
  if (!text.ok || text.value === undefined) return { v: 1, files: {} }
  try {
    return Manifest.parse(JSON.parse(text.value))
  } catch {
    // An unreadable record proves nothing about any file.
    return { v: 1, files: {} }
  }
}

export function listGenerated(places: Places, root: string): readonly Generated[] {
  return Object.entries(readManifest(places).files).map(([path, writings]) => {
    const text = readText(join(root, path))
    const ours = writings.findLast(({ choice }) => choice !== 'kept')?.sha256
    const found = text.ok ? text.value : ''
    const standing = found === undefined ? 'gone' : sha256(found) === ours ? 'as written' : 'edited'
    return { path, standing, writings }
  })
}

export function noteWriting(places: Places, path: string, writing: Writing): void {
  const { files } = readManifest(places)
  const manifest: Manifest = {
    v: 1,
    files: { ...files, [path]: [...(files[path] ?? []), writing].slice(-mostWritings) },
  }
  replacePrivate(fileOf(places), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

/** Replaces a text with a newer one and keeps the old one beside it. */
export function replaceGenerated(root: string, path: string, text: string): void {
  const file = join(root, path)
  const old = readBytes(file).toString('utf8')
  writeText(`${file}.${sha256(old).slice(0, 8)}.old`, old)
  writeText(file, text)
}
