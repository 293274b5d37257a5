/**
 * Where things of one repository are under its state directory.
 *
 *   control.git/            the control repository
 *   trees/<id>/tree/        the files an agent or a check works on
 *   trees/<id>/index, base  Forge's own index of them, and the commit they were made from
 *   making/, trash/         trees on their way in and out; whoever finds one of a dead process may delete it
 *   aside/<id>@<n>/         trees that were kept because nothing proved that they could go
 */
import { join } from 'node:path'

/** `<run>.unit.<unit>` or `<run>.scratch.<…>`: slugs joined by dots, so the id is a safe name as it is. */
const treeId = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+$/u

export function soundId(id: string): string {
  if (!treeId.test(id) || id.length > 220) throw new Error(`not a tree id: ${id}`)
  return id
}

export interface TreePlaces {
  /** What is renamed as a whole. */
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

/** A name that no other process and no other call uses, and that tells whose it is. */
export function passingName(stateDirectory: string, kind: 'making' | 'trash', id: string): string {
  made += 1
  return join(stateDirectory, kind, `${soundId(id)}.${process.pid}-${made}`)
}

/** The process that a passing name belongs to. */
export function ownerOf(name: string): number | undefined {
  const pid = /\.(\d+)-\d+$/u.exec(name)?.[1]
  return pid === undefined ? undefined : Number(pid)
}
