/** Workers that try to get at what only walls keep from them; they run behind walls alone. */
import type { Project, Step } from '../driven/project.ts'
import { answer, good, run, type Behaviour } from './behaviour.ts'

/** Good work, which is spoilt when it gets at something that walls should keep from it. */
const unlessReached =
  (line: (at: Project) => string) =>
  (at: Project): readonly Step[] => [good, run(`if ${line(at)}; then echo leaked >> {{unit}}.txt; fi`), answer]

export const behindWalls: readonly Behaviour[] = [
  {
    name: 'reads-password-hashes',
    threat: 'T-2',
    steps: unlessReached(() => 'cat /etc/shadow /etc/gshadow /etc/sudoers 2>/dev/null | grep -q .'),
    end: 'merged',
    only: 'sandbox',
  },
  {
    name: 'stays-root',
    threat: 'T-3',
    steps: unlessReached(() => '[ "$(id -u)" = 0 ]'),
    end: 'merged',
    only: 'sandbox',
  },
  {
    name: 'reads-state',
    threat: 'T-29',
    steps: unlessReached(({ home }) => `find '${home}' -name journal -o -name records 2>/dev/null | grep -q .`),
    end: 'merged',
    only: 'sandbox',
  },
  {
    name: 'reaches-out',
    threat: 'T-5',
    steps: unlessReached(() => 'grep -qv "^ *lo:\\|^Inter\\|face" /proc/net/dev'),
    end: 'merged',
    only: 'sandbox',
  },
  {
    name: 'links-its-home',
    threat: 'T-3',
    steps: unlessReached(
      ({ folder }) => `ln -s '${folder}' ~/way; ln -s '${folder}' "$TMPDIR/way"; echo x 2>/dev/null > ~/way/README.md`,
    ),
    end: 'merged',
    only: 'sandbox',
  },
]
