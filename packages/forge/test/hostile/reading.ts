/**
 * Workers that read what is not theirs and put it into their own file. Behind walls there is nothing to read, so the file is
 * good; without them it is merged with what was read, and nobody can tell (`docs/safety.md`, "What is left").
 */
import { join } from 'node:path'
import { write, type Project } from '../driven/project.ts'
import type { Behaviour } from './behaviour.ts'

/** What a user has lying about; the worker of each behaviour looks for one of them. */
const belongings: Readonly<Record<string, string>> = {
  '.ssh/id_ed25519': 'canary of ssh\n',
  '.git-credentials': 'canary of git\n',
  '.netrc': 'canary of netrc\n',
  '.aws/credentials': 'canary of aws\n',
  '.config/gh/hosts.yml': 'canary of gh\n',
  '.docker/config.json': 'canary of docker\n',
  '.npmrc': 'canary of npm\n',
  '.bash_history': 'canary of the shell\n',
}

export function leaveBelongings({ home }: Project): void {
  write(home, belongings)
}

function steals(name: string, reading: (at: Project) => string): Behaviour {
  const steps: Behaviour['steps'] = (at) => [
    { do: 'write', path: '{{unit}}.txt', text: 'good {{unit}}\n' },
    { do: 'run', line: `{ ${reading(at)}; } 2>/dev/null >> {{unit}}.txt; true` },
    { do: 'answer' },
  ]
  return { name, threat: 'T-2', steps, end: 'unseen' }
}

export const reading: readonly Behaviour[] = [
  ...Object.keys(belongings).map((path) =>
    steals(
      `reads-${path
        .replaceAll(/[^a-z]+/gu, ' ')
        .trim()
        .replaceAll(' ', '-')}`,
      ({ home }) => `cat '${join(home, path)}'`,
    ),
  ),
  steals(
    'reads-by-root-of-first',
    ({ home }) => `cat '/proc/1/root${home}/.netrc' /proc/*/root'${home}/.netrc' | head -n 1`,
  ),
  steals('reads-journal', ({ home }) => `find '${home}' -name '*.db' -o -name 'journal*' | head -n 1`),
  steals(
    'reads-other-trees',
    ({ home }) => `find '${home}' -path '*/trees/*' -name README.md | grep -v "^$PWD/" | head -n 1`,
  ),
  // Other processes are not there in either mode: each attempt has a PID namespace of its own.
  {
    ...steals('reads-environments', () => `cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep -a ^VITEST`),
    threat: 'T-1',
    end: 'merged',
  },
]
