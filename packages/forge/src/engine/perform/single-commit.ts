/**
 * A run of commit policy `per-run`, as one commit on top of the user's branch: its merges stay on the branch of the run
 * (U-19).
 */
import { commitMessage } from '#core/next/commit-message.ts'
import { titled } from '#core/next/message-style.ts'
import type { RunState } from '#core/state/state.ts'
import type { Git } from '#engine/ports.ts'
import { printableLine } from '#model/printable.ts'

/** Identifies the commit, and which state of the run it holds. */
function trailerOf({ run }: RunState, tip: string): string {
  return `Forge-Run: ${run}@${tip}`
}

/** The one commit, or the tip itself when the policy is one merge per unit. The same state gives the same commit. */
export async function commitToLand(git: Git, state: RunState, { tip, onto }: { tip: string; onto: string }) {
  if (state.spec?.commit !== 'per-run') return tip
  const message = commitMessage({
    subject: titleOf(state),
    body: unitLines(state),
    trailers: [trailerOf(state, tip)],
  })
  return git.commitTree({ tree: await git.treeOf(tip), parents: [onto], message, at: state.now })
}

/** Whether the branch contains the work already, in either form. */
export async function hasLanded(git: Git, state: RunState, { tip, onto }: { tip: string; onto: string }) {
  if (await git.isAncestor(tip, onto)) return true
  if (state.spec?.commit !== 'per-run') return false
  return (await git.findTrailer(onto, state.spec.base, trailerOf(state, tip))) !== undefined
}

function titleOf({ spec, run }: RunState): string {
  const [first = ''] = (spec?.request ?? '').trim().split('\n')
  const line = printableLine(first)
  const title = line === '' ? `Forge run ${run}` : line
  const styled = titled(spec?.messages, title)
  if (styled !== undefined) return styled
  return title.length > 72 ? `${title.slice(0, 71)}…` : title
}

function unitLines({ order, units }: RunState): string[] {
  return order.flatMap((id) => {
    const unit = units[id]
    return unit?.merged === undefined ? [] : [`${id}: ${unit.spec.title}`]
  })
}
