/**
 * `land` as the composition root offers it: the branch that the user is on goes forward to what a run has merged. Every
 * reason against it is looked for before anything is written, and told by name.
 */
import {
  createGit,
  giveObjects,
  land as landTree,
  openControl,
  pathsInTheWay,
  publish,
  unfinishedWork,
  type Control,
  type UserRepository,
} from '#adapters/git/index.ts'
import type { RunState } from '#core/state/state.ts'
import type { Log } from '#engine/ports.ts'
import type { Event } from '#model/event.ts'
import type { Principal } from '#model/question.ts'
import { failed, success, type Result } from '#model/result.ts'
import { gitProgram } from './git-program.ts'
import type { Places, Repository } from './places.ts'
import { refusal, type Refusal } from './refusal.ts'
import { readRun } from './runs.ts'
import { commitToLand, hasLanded } from './single-commit.ts'
import { readUser } from './world.ts'

export interface LandRequest {
  readonly run: string
  /** `done`: only a run that is. `merged`: whatever is merged by now. */
  readonly what: 'done' | 'merged'
  /** The branch that is meant, when it is not the one that the run started from. */
  readonly onto?: string | undefined
  readonly mode: 'land' | 'show'
}

export interface Landing {
  readonly run: string
  readonly state: 'landed' | 'already' | 'would-land'
  readonly branch: string
  readonly from: string
  readonly to: string
  readonly paths: readonly string[]
}

export interface LandParts {
  readonly repository: Repository
  readonly places: Places
  readonly log: Log<Event>
  readonly by: Principal
}

export async function land(parts: LandParts, request: LandRequest): Promise<Result<Landing, Refusal>> {
  const read = await readRun(parts.log, request.run)
  if (!read.ok) return read
  const { state } = read.value
  const user = await readUser(parts.repository)
  if (!user.ok) return user
  const refused = notLandable(state, request) ?? notHere(state, user.value, request)
  if (refused !== undefined) return failed(refused)
  const control = await openControl({
    userRepository: user.value,
    stateDirectory: parts.places.state,
    run: gitProgram,
  })
  return landIn(control, state, request)
}

/** Whether the run has something to land. */
function notLandable(state: RunState, { run, what }: LandRequest): Refusal | undefined {
  const isDone = state.status === 'finished' && state.outcome === 'done'
  const isMerged = state.order.some((id) => state.units[id]?.merged !== undefined)
  if (!isMerged) return refusal('nothing-merged', `run ${run} has merged nothing yet`, `forge status ${run}`)
  if (isDone || what === 'merged') return undefined
  const standing = state.outcome ?? state.status
  return refusal('not-done', `run ${run} is ${standing}, not done`, `--partial lands what is merged by now`)
}

/** Whether this checkout is the place for it. */
function notHere(state: RunState, user: UserRepository, { run, onto }: LandRequest): Refusal | undefined {
  const started = state.spec?.branch
  const wanted = onto ?? started
  const byHand = `git merge --ff-only forge/${run}`
  if (user.branch === undefined)
    return refusal(
      'detached-head',
      'HEAD is detached: there is no branch to move',
      `git switch ${wanted ?? '<branch>'}`,
    )
  if (wanted !== undefined && wanted !== user.branch) {
    const message =
      onto === undefined
        ? `run ${run} started from ${wanted}, and you are on ${user.branch}`
        : `you are on ${user.branch}, not on ${onto}`
    const hint = onto === undefined ? ` or forge land ${run} --onto ${user.branch}` : ''
    return refusal('other-branch', message, `git switch ${wanted}${hint}`)
  }
  if (user.settings.sparse !== undefined)
    return refusal('sparse-checkout', 'this checkout is sparse, and Forge would fill it', byHand)
  const [filter] = user.filters
  return filter === undefined
    ? undefined
    : refusal('filters', `files here go through the filter ${filter}, which Forge does not run`, byHand)
}

async function landIn(control: Control, state: RunState, request: LandRequest): Promise<Result<Landing, Refusal>> {
  const { user } = control
  const { run } = request
  const git = createGit(control)
  const tip = state.tip ?? user.head
  const ends = { tip, onto: user.head }
  const landing = { run, branch: user.branch ?? '', from: user.head, to: tip, paths: [] }
  if (await hasLanded(git, state, ends)) return success({ ...landing, state: 'already' })
  const busy = await unfinishedWork(control)
  if (busy !== undefined)
    return failed(refusal('in-progress', `${busy} is not finished in this checkout`, 'git status'))
  if (!(await git.isAncestor(user.head, tip))) {
    const message = `${landing.branch} has commits that run ${run} does not have`
    return failed(refusal('branch-moved', message, `forge sync ${run}`))
  }
  const inTheWay = await pathsInTheWay(control, tip)
  if (inTheWay.length > 0) return failed(dirtRefusal(inTheWay))
  const paths = await git.changedPaths(user.head, tip)
  if (request.mode === 'show') return success({ ...landing, paths, state: 'would-land' })
  const published = await publish(control, run, tip)
  if ('refused' in published)
    return failed(refusal('not-published', `branch ${published.branch}: ${published.text}`, `forge audit ${run}`))
  const to = await commitToLand(git, state, ends)
  if (to !== tip) await giveObjects(control, to)
  const landed = await landTree(control, to, `forge: landed ${run}`)
  return landed === 'landed'
    ? success({ ...landing, to, paths, state: 'landed' })
    : failed(refusal('git-refused', landed.refused, 'nothing was changed; look at git status and try again'))
}

function dirtRefusal(paths: readonly string[]): Refusal {
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : ''
  const message = `your own changes are where the run changed files: ${paths.slice(0, 5).join(', ')}${more}`
  return refusal('dirty', message, 'commit or move them first; they were not touched')
}
