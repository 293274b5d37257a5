/** Files that Forge writes into the user's repository, for surfaces. */
import { join } from 'node:path'
import type { Place } from '#forge/place/place.ts'
import { writeNew } from '#forge/place/project-files.ts'
import type { Refusal } from '#forge/refusal.ts'
import { say, type Said } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import { version } from '#version.ts'
import {
  listGenerated,
  noteWriting,
  replaceGenerated,
  sha256,
  type Generated,
  type Writing,
} from './generated-record.ts'

export interface GeneratedFiles {
  /** The files that Forge wrote, each with its present standing. */
  list(): Promise<Result<readonly Generated[], Refusal>>
  /** Writes a missing file, by its path from the root, and records it. */
  write(path: string, text: string): Promise<Result<'written' | 'exists', Said>>
  /**
   * Updates a file that Forge wrote. An edited one stays, unless the user chose to replace it: then the edit is kept
   * beside it. Every choice is recorded.
   */
  refresh(path: string, text: string, edited: 'keep' | 'replace'): Promise<Result<Refreshed, Said>>
}

export type Refreshed = 'unchanged' | 'refreshed' | 'kept' | 'replaced' | 'unknown'

export function generatedOf({
  repository,
  places,
  surroundings,
}: Pick<Place, 'repository' | 'places' | 'surroundings'>): GeneratedFiles {
  const note = (path: string, text: string, choice: Writing['choice']): void => {
    const where = places()
    if (where.ok) noteWriting(where.value, path, { at: surroundings.now(), version, sha256: sha256(text), choice })
  }
  const list: GeneratedFiles['list'] = async () => {
    const [found, where] = [repository(), places()]
    if (!found.ok) return found
    if (!where.ok) return where
    return success(listGenerated(where.value, found.value.root))
  }
  return {
    list,
    async write(path, text) {
      const found = repository()
      if (!found.ok) return failed(found.failure.message)
      const written = writeNew(join(found.value.root, path), text)
      if (written.ok && written.value === 'written') note(path, text, 'written')
      return written
    },
    async refresh(path, text, edited) {
      const [found, known] = [repository(), await list()]
      if (!found.ok || !known.ok) return failed(say('generated.repositoryUnreadable'))
      const file = known.value.find((one) => one.path === path)
      // Its author is unknown: it is the user's.
      if (file === undefined || file.standing === 'gone') return success('unknown')
      const last = file.writings.findLast(({ choice }) => choice !== 'kept')
      if (file.standing === 'as written' && last?.sha256 === sha256(text)) return success('unchanged')
      const choice = file.standing === 'as written' ? 'refreshed' : edited === 'keep' ? 'kept' : 'replaced'
      if (choice !== 'kept') replaceGenerated(found.value.root, path, text)
      note(path, text, choice)
      return success(choice)
    },
  }
}
