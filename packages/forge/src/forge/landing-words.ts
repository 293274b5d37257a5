/** Why something was not landed or not shown, in words for a person. */
import type { Publishing } from '#core/state/state.ts'
import type { LandingRefused } from '#model/landing.ts'
import { unreachable } from '#model/result.ts'
import { refusal, type Refusal } from './refusal.ts'

/** What is asked for, as far as the words need it. */
export interface Wanted {
  readonly run: string
  /** The branch that was named for this landing; absent: the one that the run started from. */
  readonly onto?: string | undefined
  readonly started?: string | undefined
  readonly branch?: string | undefined
}

export function landingRefusal(refused: LandingRefused, wanted: Wanted): Refusal {
  const { run, onto, started } = wanted
  const { about = '', paths = [] } = refused
  const byHand = `git merge --ff-only forge/${run}`
  switch (refused.code) {
    case 'detached-head':
      return refusal(
        'detached-head',
        'HEAD is detached: there is no branch to move',
        `git switch ${onto ?? started ?? '<branch>'}`,
      )
    case 'other-branch':
      return otherBranch(about, wanted)
    case 'sparse-checkout':
      return refusal('sparse-checkout', 'this checkout is sparse, and Forge would fill it', byHand)
    case 'filters':
      return refusal('filters', `files here go through the filter ${about}, which Forge does not run`, byHand)
    case 'in-progress':
      return refusal('in-progress', `${about} is not finished in this checkout`, 'git status')
    case 'branch-moved':
      return refusal(
        'branch-moved',
        `${wanted.branch ?? onto ?? started ?? 'HEAD'} has commits that run ${run} does not have`,
        `forge sync ${run}`,
      )
    case 'dirty':
      return dirtRefusal(paths)
    case 'not-published': {
      const [branch = '', end = ''] = about.split(' ')
      return refusal('not-published', `branch ${branch}: ${unshownText({ branch, end })}`, `forge audit ${run}`)
    }
    case 'foreign-ref': {
      const [reason = '', hint = ''] = about.split(' → ')
      return refusal('foreign-ref', reason, hint)
    }
    case 'git-refused':
      return refusal('git-refused', about, 'nothing was changed; look at git status and try again')
    default:
      return unreachable(refused.code)
  }
}

function otherBranch(found: string, { run, onto, started, branch }: Wanted): Refusal {
  const wanted = onto ?? started ?? branch ?? ''
  const message =
    onto === undefined
      ? `run ${run} started from ${wanted}, and you are on ${found}`
      : `you are on ${found}, not on ${onto}`
  const hint = onto === undefined ? ` or forge land ${run} --onto ${found}` : ''
  return refusal('other-branch', message, `git switch ${wanted}${hint}`)
}

function dirtRefusal(paths: readonly string[]): Refusal {
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : ''
  const message = `your own changes are where the run changed files: ${paths.slice(0, 5).join(', ')}${more}`
  return refusal('dirty', message, 'commit or move them first; they were not touched')
}

/** Why the branch that shows a run was not moved. */
export function unshownText({ branch, end }: { readonly branch: string; readonly end: string }): string {
  switch (end as NonNullable<Publishing['last']>['end']) {
    case 'checked-out':
      return `switch away from ${branch} first`
    case 'locked':
      return `another git holds a lock on ${branch}`
    case 'diverged':
    case 'published':
      return `${branch} has commits that Forge did not make; rename or delete it`
  }
}
