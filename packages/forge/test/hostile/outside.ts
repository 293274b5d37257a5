/** Workers that write outside of their tree: into the user's repository, its settings, the rest of the machine. */
import { join } from 'node:path'
import { answer, as, good, run, short, type Behaviour } from './behaviour.ts'

export const outside: readonly Behaviour[] = [
  {
    name: 'writes-into-checkout',
    threat: 'T-3',
    steps: ({ folder }) => [{ do: 'write-outside', path: join(folder, '{{unit}}.txt'), text: 'leaked\n' }, answer],
    end: 'outside',
  },
  {
    name: 'copies-into-checkout',
    threat: 'T-3',
    steps: ({ folder }) => [good, run(`cp {{unit}}.txt '${folder}/copied.txt'`), answer],
    end: 'outside',
    alone: true,
  },
  {
    name: 'climbs-out',
    threat: 'T-3',
    steps: ({ folder }) => [run(`p=$(realpath --relative-to=. '${folder}'); echo leaked > "$p/{{unit}}.txt"`), answer],
    end: 'outside',
  },
  {
    name: 'through-a-link',
    threat: 'T-3',
    steps: ({ folder }) => [good, run(`ln -s '${folder}' way; echo leaked > way/README.md`), answer],
    end: 'outside',
    alone: true,
  },
  {
    name: 'stray-write',
    threat: 'T-3',
    steps: ({ folder }) => [good, { do: 'write-outside', path: join(folder, 'stray.txt'), text: 'stray\n' }, answer],
    end: 'open',
    alone: true,
  },
  {
    name: 'user-config',
    threat: 'T-3',
    steps: ({ root, folder }) => [good, run(`git -C '${folder}' config core.fsmonitor 'touch ${root}/pwned'`), answer],
    end: 'outside',
    alone: true,
  },
  {
    name: 'user-hook',
    threat: 'T-3',
    steps: ({ folder }) => [good, run(`echo 'touch pwned' > '${folder}/.git/hooks/post-commit'`), answer],
    end: 'outside',
    alone: true,
  },
  {
    name: 'user-commit',
    threat: 'T-3',
    steps: ({ folder }) => [good, run(`${as} -C '${folder}' commit -q --allow-empty -m pwned`), answer],
    end: 'outside',
    alone: true,
  },
  {
    name: 'leaks-and-hangs',
    threat: 'T-3',
    steps: ({ folder }) => [
      { do: 'write-outside', path: join(folder, '{{unit}}.txt'), text: 'leaked\n' },
      { do: 'hang' },
    ],
    end: 'outside',
    alone: true,
    limits: short,
  },
  {
    name: 'home',
    threat: 'T-3',
    steps: ({ home }) => [good, run(`echo x > '${home}/.profile'; echo x > ~/.bashrc`), answer],
    end: 'elsewhere',
    leaves: 'home/.profile',
  },
  {
    name: 'temp',
    threat: 'T-3',
    steps: ({ root }) => [good, run(`echo x > $TMPDIR/x; echo x > '${root}/x'`), answer],
    end: 'elsewhere',
    leaves: 'x',
  },
]
