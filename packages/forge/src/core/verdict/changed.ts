/** A command that exited with 0 but changed forbidden files: the result that says so, with their names. */
import { render } from '#messages/render.ts'
import { raw, say, several, truncated, type Said } from '#messages/said.ts'
import { hashText } from '#model/digest.ts'
import type { CheckResult } from '#model/evidence.ts'

const mostNames = 50

export function hooksChanged(result: CheckResult, paths: readonly string[]): CheckResult {
  return red(result, say('gate.hooksChangedFiles', { what: namesOf(paths.map(raw)), rest: result.excerpt }))
}

/** A formatter that writes, snapshots that are updated, tests that rewrite what checks them. */
export function commandEdited(result: CheckResult, paths: readonly string[]): CheckResult {
  return red(
    result,
    say('gate.commandChangedCommit', { name: result.name, what: namesOf(paths.map(raw)), rest: result.excerpt }),
  )
}

/** `what`: paths, and a note when there are more files than can be compared. */
export function commandInputsChanged(result: CheckResult, what: readonly Said[]): CheckResult {
  return red(
    result,
    say('gate.commandChangedLaterCommands', { name: result.name, what: namesOf(what), rest: result.excerpt }),
  )
}

function red(result: CheckResult, text: Said): CheckResult {
  const excerpt = truncated(text, 12_000)
  return { ...result, exitCode: 1, excerpt, outputHash: hashText(render(excerpt, 'en')) }
}

function namesOf(what: readonly Said[]): Said {
  if (what.length === 0) return say('tree.theTree')
  const more = what.length - mostNames
  const names = truncated(several(what.slice(0, mostNames), ', '), 8000)
  return more > 0 ? say('gate.namesAndMore', { names, count: more }) : names
}
