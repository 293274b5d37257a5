/** Why Forge did not land or publish, as texts for the user. */
import { render } from '#messages/render.ts'
import { raw, say, type Said } from '#messages/said.ts'
import type { LandingRefused, PublishEnd } from '#model/landing.ts'
import { unreachable } from '#model/result.ts'
import { firstOf } from '#forge/faults.ts'
import { refusal, type Refusal } from '#forge/refusal.ts'

/** The requested landing, as far as the texts need it. */
export interface LandingTarget {
  readonly run: string
  /** The branch named for this landing; absent: the one that the run started from. */
  readonly onto?: string | undefined
  readonly started?: string | undefined
  readonly branch?: string | undefined
}

export function landingRefusal(refused: LandingRefused, wanted: LandingTarget): Refusal {
  const { run, onto, started } = wanted
  const { about = raw(''), paths = [] } = refused
  // A branch or a filter has the same name in every language.
  const named = render(about, 'en')
  const byHand = raw(`git merge --ff-only forge/${run}`)
  switch (refused.code) {
    case 'detached-head':
      return refusal('detached-head', say('landing.headDetached'), raw(`git switch ${onto ?? started ?? '<branch>'}`))
    case 'other-branch':
      return otherBranch(named, wanted)
    case 'sparse-checkout':
      return refusal('sparse-checkout', say('landing.checkoutIsSparse'), byHand)
    case 'filters':
      return refusal('filters', say('landing.filterNotRun', { filter: named }), byHand)
    case 'in-progress':
      return refusal('in-progress', say('landing.operationUnfinished', { what: about }), raw('git status'))
    case 'branch-moved':
      return refusal(
        'branch-moved',
        say('landing.branchHasOtherCommits', { branch: wanted.branch ?? onto ?? started ?? 'HEAD', run }),
        raw(`forge sync ${run}`),
      )
    case 'dirty':
      return dirtRefusal(paths)
    case 'not-published': {
      const why = unshownText({ branch: named, end: refused.end ?? 'diverged' })
      return refusal('not-published', say('landing.branchRefused', { branch: named, why }), raw(`forge audit ${run}`))
    }
    case 'foreign-ref':
      return refusal('foreign-ref', about, refused.hint)
    case 'git-refused':
      return refusal('git-refused', about, say('landing.nothingChangedTryAgain'))
    default:
      return unreachable(refused.code)
  }
}

function otherBranch(found: string, { run, onto, started, branch }: LandingTarget): Refusal {
  const wanted = onto ?? started ?? branch ?? ''
  const message =
    onto === undefined
      ? say('landing.runStartedElsewhere', { run, wanted, branch: found })
      : say('landing.onOtherBranch', { branch: found, onto })
  const hint =
    onto === undefined
      ? say('landing.switchOrLandOnto', { branch: wanted, run, other: found })
      : raw(`git switch ${wanted}`)
  return refusal('other-branch', message, hint)
}

function dirtRefusal(paths: readonly string[]): Refusal {
  const message = say('landing.yourChangesInTheWay', { paths: firstOf(paths) })
  return refusal('dirty', message, say('landing.commitOrMoveFirst'))
}

/** Why the branch that shows a run was not moved. */
export function unshownText({ branch, end }: { readonly branch: string; readonly end: PublishEnd }): Said {
  switch (end) {
    case 'checked-out':
      return say('landing.switchAwayFirst', { branch })
    case 'locked':
      return say('landing.branchLocked', { branch })
    case 'diverged':
    case 'published':
      return say('landing.branchHasForeignCommits', { branch })
  }
}
