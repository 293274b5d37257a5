/**
 * The isolation of every call of git (T-13). With Forge's own git directory, no configuration, hook or attribute of an
 * agent or repository can make git run a program.
 *
 * 1. The environment is built from scratch: of the caller's variables only PATH passes (absolute entries only).
 * 2. No global and no system configuration is read; Forge read what it needs of the user's before, as data.
 * 3. No transport is ever opened: every protocol is refused and missing objects are never fetched.
 * 4. The same call gives the same objects: UTC, C locale, no replacement refs.
 */
import { defined } from '#model/defined.ts'
import type { Place } from './place.ts'

const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.attributesFile=/dev/null',
  'core.pager=cat',
  'core.editor=true',
  'core.askPass=false',
  'core.sshCommand=false',
  'core.alternateRefsCommand=true',
  'core.protectHFS=true',
  'core.protectNTFS=true',
  'core.safecrlf=false',
  'core.quotePath=false',
  'core.fsync=objects,reference',
  'core.fsyncMethod=batch',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'gpg.program=false',
  'credential.helper=',
  'diff.ignoreSubmodules=all',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'merge.directoryRenames=false',
  'gc.auto=0',
  'gc.autoDetach=false',
  'maintenance.auto=false',
  'protocol.allow=never',
  'protocol.ext.allow=never',
  'protocol.file.allow=never',
  'advice.addEmbeddedRepo=false',
] as const

export function sealedArguments(place: Place): string[] {
  const own = place.workTree === undefined ? [place.gitDir] : [place.gitDir, place.workTree]
  const all = [...settings, ...own.map((path) => `safe.directory=${path}`), ...(place.settings ?? [])]
  return ['--no-pager', '--literal-pathspecs', ...all.flatMap((setting) => ['-c', setting])]
}

export function sealedEnvironment(place: Place): Record<string, string> {
  return {
    ...bareEnvironment(),
    HOME: '/nonexistent',
    GIT_DIR: place.gitDir,
    ...defined({ GIT_WORK_TREE: place.workTree, GIT_INDEX_FILE: place.indexFile, GIT_OBJECT_DIRECTORY: place.objects }),
    ...(place.borrowed === undefined ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: joinPaths(place.borrowed) }),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  }
}

/** Also used to read the user's configuration: it starts no program, whatever the configuration says. */
export function bareEnvironment(): Record<string, string> {
  return {
    PATH: absolutePath(process.env['PATH'] ?? ''),
    LC_ALL: 'C',
    TZ: 'UTC',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    GIT_SEQUENCE_EDITOR: 'true',
    GIT_PAGER: 'cat',
    GIT_ASKPASS: 'false',
    SSH_ASKPASS: 'false',
    GIT_SSH_COMMAND: 'false',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
  }
}

/** A relative entry would run a program called `git` in an agent's tree. */
function absolutePath(path: string): string {
  return path
    .split(':')
    .filter((entry) => entry.startsWith('/'))
    .join(':')
}

/** Quotes a list of paths as git does. */
function joinPaths(paths: readonly string[]): string {
  return paths.map((path) => (/[:"\\\n]/u.test(path) ? `"${escapePath(path)}"` : path)).join(':')
}

function escapePath(path: string): string {
  return path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
