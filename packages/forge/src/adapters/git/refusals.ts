/** Repositories that Forge does not work with, each with a name and a fix. */
import { say, type Said } from '#messages/said.ts'

export const repositoryRefusals = {
  'git-missing': say('git.notFound'),
  'git-too-old': say('git.tooOld'),
  'not-a-repository': say('git.noRepositoryHere'),
  'foreign-owner': say('git.ownedBySomebodyElse'),
  'bare-repository': say('git.bareRepository'),
  'worktree-elsewhere': say('git.filesAreElsewhere'),
  'no-commit': say('git.noCommitYet'),
  'partial-clone': say('git.partialClone'),
  'unknown-extension': say('git.unknownFormatExtension'),
  'path-not-utf8': say('git.fileNameNotUtf8'),
  'path-unsafe': say('git.pathLooksLikeMetadata'),
  unreadable: say('git.repositoryUnreadable'),
} as const

export type RepositoryRefusalCode = keyof typeof repositoryRefusals

export interface RepositoryRefusal {
  readonly code: RepositoryRefusalCode
  /** The fix, and what was found. */
  readonly text: Said
}

export function refusal(code: RepositoryRefusalCode, found: Said | string = ''): RepositoryRefusal {
  const what = repositoryRefusals[code]
  return { code, text: found === '' ? what : say('git.refusalWithFound', { what, found }) }
}
