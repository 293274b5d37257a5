/** A command that ended well and changed what it may not: the result that says so, with the names of the files. */
import { hashText } from '#model/digest.ts'
import type { CheckResult } from '#model/evidence.ts'

const mostNames = 50

export function hooksChanged(result: CheckResult, paths: readonly string[]): CheckResult {
  return red(result, `the hooks changed ${namesOf(paths)}; make these changes part of the work\n${result.excerpt}`)
}

/** A formatter that writes, snapshots that are updated, tests that rewrite what judges them. */
export function commandEdited(result: CheckResult, paths: readonly string[]): CheckResult {
  return red(
    result,
    `the command ${result.name} changed files of the commit: ${namesOf(paths)}; a check leaves them as they are, so let it only look (without --write, --fix or --update) or write elsewhere, and make changes that belong to the work part of it\n${result.excerpt}`,
  )
}

export function commandSteered(result: CheckResult, paths: readonly string[]): CheckResult {
  return red(
    result,
    `the command ${result.name} changed or added what later commands run or are set by: ${namesOf(paths)}; leave installing to setup, and settings to the commit\n${result.excerpt}`,
  )
}

function red(result: CheckResult, text: string): CheckResult {
  const excerpt = text.slice(0, 12_000)
  return { ...result, exitCode: 1, excerpt, outputHash: hashText(excerpt) }
}

function namesOf(paths: readonly string[]): string {
  if (paths.length === 0) return 'the tree'
  const more = paths.length - mostNames
  return `${paths.slice(0, mostNames).join(', ')}${more > 0 ? ` (+${more})` : ''}`.slice(0, 8000)
}
