/**
 * Where the integration ref may be. The journal names every commit before the ref is moved there, so any other commit
 * found there is foreign: nothing is merged on it, and the run stops (I-19).
 */
import { say, type Said } from '#messages/said.ts'
import type { Remedy } from '#model/event.ts'
import type { Oid } from '#model/ids.ts'
import type { RefSeen } from '#model/landing.ts'
import { integrationRef } from '#model/refs.ts'

/** The commits of a run's state that the journal has named. */
export interface NamedTips {
  readonly tip: Oid | undefined
  /** Where a merge or a sync is about to move it. */
  readonly intendedTips?: readonly Oid[] | undefined
  /** The branch that is being published: the commit, and what was merged since it began. */
  readonly publishing: { readonly open: { readonly commit: Oid; readonly later?: readonly Oid[] } | undefined }
}

/**
 * - `expected`: where the journal has it.
 * - `promised`: where a merge or a sync was about to move it when its process died; the move is done, only its end is
 *   not recorded.
 * - `foreign`: no process that wrote the journal moved it there.
 */
export type TipCheck = 'expected' | 'promised' | 'foreign'

export function tipCheckOf({ tip, intendedTips }: Omit<NamedTips, 'publishing'>, found: Oid): TipCheck {
  if (found === tip) return 'expected'
  return intendedTips?.includes(found) === true ? 'promised' : 'foreign'
}

/** While a branch is published the run continues to merge, so any commit since then may be found. */
export function isForeignAtPublishing(state: NamedTips, found: Oid): boolean {
  const { open } = state.publishing
  if (open?.commit === found || open?.later?.includes(found) === true) return false
  return tipCheckOf(state, found) === 'foreign'
}

/** The ref that something outside Forge moved: its place in the journal, and where it was found. */
export interface ForeignRef extends RefSeen {
  readonly expected: Oid
}

/** Why the run stopped, and how a human fixes it. */
export function foreignWords(run: string, foreign: ForeignRef): { reason: Said; hint: Said } {
  const { expected, tip } = foreign
  return {
    reason: say('git.refMovedBySomebody', { ref: integrationRef(run), found: tip, expected }),
    hint: say('hint.putRefBack', { command: commandOf(run, foreign) }),
  }
}

export function foreignRemedy(run: string, foreign: ForeignRef): Remedy {
  return { word: 'resume', hint: say('hint.putRefBackThenResume', { command: commandOf(run, foreign) }) }
}

function commandOf(run: string, { expected, tip, repository }: ForeignRef): string {
  const place = repository === undefined ? '' : ` --git-dir '${repository}'`
  return `git${place} update-ref ${integrationRef(run)} ${expected} ${tip}`
}
