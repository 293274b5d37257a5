/**
 * The layout of one repository's state directory.
 *
 *   control.git/            the control repository
 *   trees/<id>/tree/        the files an agent or a check works on
 *   trees/<id>/index, base  Forge's own index of them, and the commit they were made from
 *   making/, trash/         trees being made or removed; any process may delete those of a dead one
 *   aside/<id>@<n>/         trees kept because it is not proven that they can be removed
 */
import { join } from 'node:path'

/** `<run>.unit.<unit>` or `<run>.scratch.<…>`: slugs joined by dots, so the id is a safe file name. */
const treeId = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+$/u

export function soundId(id: string): string {
  if (!treeId.test(id) || id.length > 220) throw new Error(`not a tree id: ${id}`)
  return id
}

export interface TreePlaces {
  /** The folder that is renamed as a whole. */
  readonly folder: string
  readonly files: string
  readonly index: string
  readonly base: string
}

export function placesIn(folder: string): TreePlaces {
  return { folder, files: join(folder, 'tree'), index: join(folder, 'index'), base: join(folder, 'base') }
}

export function treePlaces(stateDirectory: string, id: string): TreePlaces {
  return placesIn(join(stateDirectory, 'trees', soundId(id)))
}

/** The directory of a tree's files, whether it exists or not. */
export function pathOf(stateDirectory: string, id: string): string {
  return treePlaces(stateDirectory, id).files
}

let made = 0

/** A unique name across processes and calls, which contains its owner's pid. */
export function passingName(stateDirectory: string, kind: 'making' | 'trash', id: string): string {
  made += 1
  return join(stateDirectory, kind, `${soundId(id)}.${process.pid}-${made}`)
}

/** The process that owns such a name. */
export function ownerOf(name: string): number | undefined {
  const pid = /\.(\d+)-\d+$/u.exec(name)?.[1]
  return pid === undefined ? undefined : Number(pid)
}
