/** Finds a secret outside the journal, with the kind of file that holds it. Only reads. */
import { basename, dirname, join, relative } from 'node:path'
import { bytesOf, filesBelow, namesIn } from '#adapters/files/plain.ts'
import type { Eraser } from '#adapters/exec/index.ts'
import { hashText } from '#model/digest.ts'

export interface HoldingFile {
  /** Below the state directory. */
  readonly path: string
  readonly count: number
}

/** The journal is rewritten by its own rules; git's objects and an agent's own trees are only searched. */
const others: ReadonlySet<string> = new Set(['journal', 'locks', 'control.git', 'trees', 'making', 'trash', 'aside'])
const workOfAgents = ['trees', 'aside']

/** Files of Forge that hold the secret. */
export function holdingFiles(state: string, eraser: Eraser): readonly HoldingFile[] {
  const top = namesIn(state).filter((name) => !others.has(name))
  return holding(
    top.flatMap((name) => filesBelow(join(state, name))),
    state,
    eraser,
  )
}

/** Files in trees that agents work in: their work, not Forge's. */
export function holdingTrees(state: string, eraser: Eraser): readonly HoldingFile[] {
  return holding(
    workOfAgents.flatMap((name) => filesBelow(join(state, name))),
    state,
    eraser,
  )
}

function holding(paths: readonly string[], state: string, eraser: Eraser): readonly HoldingFile[] {
  return paths.toSorted().flatMap((path) => {
    const count = eraser.countIn(bytesOf(path) ?? '')
    return count === 0 ? [] : [{ path: relative(state, path), count }]
  })
}

export function isBlob(path: string): boolean {
  return path.startsWith('blobs/') && /^[0-9a-f]{64}$/.test(basename(path))
}

export function isRecord(path: string): boolean {
  return path.startsWith('records/') && path.endsWith('.json')
}

/** A record is named by its key, which may change with its content. Below the state directory. */
export function recordPlace(path: string, text: string): string {
  try {
    const { key } = JSON.parse(text) as { key?: unknown }
    return typeof key === 'string' ? join(dirname(path), `${hashText(key)}.json`) : path
  } catch {
    return path
  }
}
