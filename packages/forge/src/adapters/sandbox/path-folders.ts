/** A folder on PATH in a hidden place: its programs and what they link to, and nothing else in it. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Mount } from '#adapters/exec/index.ts'
import { isExecutable, filesOfProgram, realOf } from './program-files.ts'

/** A folder with more programs is mounted whole, with the rest of it masked. */
const mostMounts = 200

export interface PathFolder {
  readonly mounts: readonly Mount[]
  /** What its programs link to. */
  readonly leads: readonly string[]
}

export function showPathFolder(folder: string, homes: readonly string[]): PathFolder {
  const modules = folder.split('/').indexOf('node_modules')
  if (modules >= 0) {
    const whole = folder.split('/', modules + 1).join('/')
    return { mounts: [readable(whole), readable(realOf(whole))], leads: [] }
  }
  // A whole home on PATH is not shown.
  if (homes.some((home) => home === folder || home === realOf(folder) || `${home}/`.startsWith(`${folder}/`)))
    return { mounts: [], leads: [] }
  const names = namesIn(folder)
  const programs = names.map((name) => join(folder, name)).filter(isExecutable)
  const others = names.map((name) => join(folder, name)).filter((path) => !programs.includes(path))
  const leads = [...new Set(programs.flatMap((program) => filesOfProgram(program, homes)))].filter(
    (path) => path !== folder && !programs.includes(path),
  )
  const isWhole = others.length === 0 || programs.length > mostMounts
  const mounts = isWhole ? [readable(folder), ...others.flatMap(masking)] : programs.map(readable)
  return { mounts, leads }
}

function masking(path: string): readonly Mount[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return []
  return [{ mount: found.isDirectory() ? 'empty' : 'blank', path: realOf(path) }]
}

function readable(path: string): Mount {
  return { mount: 'readable', path }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}
