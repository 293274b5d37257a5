/** Repositories that Forge does not work with, each by name and with what the user can do about it. */

export const repositoryRefusals = {
  'git-missing': 'git was not found. Install git 2.38 or newer and see that it is on PATH.',
  'git-too-old': 'Forge needs git 2.38 or newer (`git merge-tree --write-tree`). Update git.',
  'not-a-repository': 'There is no git repository here. Go into one, or make one: git init && git add . && git commit.',
  'foreign-owner':
    'git does not trust this repository because it belongs to somebody else. If you do: git config --global --add safe.directory <path>.',
  'bare-repository': 'A bare repository has no files to work on. Run Forge in a clone of it: git clone <path>.',
  'worktree-elsewhere':
    'The configuration (core.worktree) puts the files of this repository somewhere else. Unset it: git config --unset core.worktree.',
  'no-commit': 'The repository has no commit yet. Make the first one: git add . && git commit -m "First commit".',
  'partial-clone':
    'A partial clone fetches missing files when they are needed, and Forge opens no connection. Make a full clone: git clone <url> (without --filter).',
  'unknown-extension':
    'The repository uses a format extension that this git does not know. Update git, or clone it without the extension.',
  'path-not-utf8': 'A file name in the repository is not UTF-8. Rename it: git mv.',
  'path-unsafe': 'A path in the repository looks like git metadata (such as `.git`). Remove it from history first.',
  unreadable: 'git cannot read the repository. Try: git fsck.',
} as const

export type RepositoryRefusalCode = keyof typeof repositoryRefusals

export interface RepositoryRefusal {
  readonly code: RepositoryRefusalCode
  /** The fix, and what exactly was found. */
  readonly text: string
}

export function refusal(code: RepositoryRefusalCode, found = ''): RepositoryRefusal {
  const text = repositoryRefusals[code]
  return { code, text: found === '' ? text : `${text} (${found})` }
}
