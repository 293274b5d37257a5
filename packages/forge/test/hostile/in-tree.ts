/** Workers that leave in their tree what should not be committed, or spoil its git. */
import { answer, as, besides, good, run, type Behaviour } from './behaviour.ts'

export const inTree: readonly Behaviour[] = [
  { name: 'commits', threat: 'T-13', steps: besides({ do: 'commit', message: 'mine' }), end: 'merged' },
  {
    name: 'scenery-config',
    threat: 'T-13',
    steps: ({ root }) => [
      good,
      run(`git config core.fsmonitor 'touch ${root}/pwned'; git config core.hooksPath "$PWD/.git/hooks"`),
      run(
        `git config filter.x.clean 'touch ${root}/pwned; cat'; mkdir -p .git/info; echo '* filter=x' > .git/info/attributes`,
      ),
      run(`mkdir -p .git/hooks; for h in pre-commit post-checkout post-index-change reference-transaction; do
        printf '#!/bin/sh\ntouch ${root}/pwned\n' > .git/hooks/$h; chmod +x .git/hooks/$h; done; rm -f '${root}/pwned'`),
      answer,
    ],
    end: 'merged',
  },
  {
    name: 'attributes',
    threat: 'T-13',
    steps: besides(run('mkdir -p .git/info; echo "* filter=x" > .git/info/attributes')),
    end: 'merged',
  },
  {
    name: 'undeclared-attributes',
    threat: 'T-13',
    steps: besides(run('echo "* filter=x" > .gitattributes')),
    end: 'stopped',
  },
  {
    name: 'nested-repository',
    threat: 'T-16',
    steps: besides(run(`git init -q inner && cd inner && ${as} commit -q --allow-empty -m x`)),
    end: 'stopped',
  },
  {
    name: 'removes-tree',
    threat: 'T-8',
    steps: () => [good, answer, { do: 'remove-tree' }],
    end: 'stopped',
  },
  {
    name: 'detaches',
    threat: 'T-13',
    steps: besides(run(`${as} checkout -q --detach; git gc -q --prune=now; git reflog expire --expire=now --all`)),
    end: 'merged',
  },
  { name: 'removes-git', threat: 'T-13', steps: besides(run('rm -rf .git')), end: 'merged' },
  {
    name: 'undeclared-path',
    threat: 'T-3',
    steps: besides({ do: 'write', path: 'README.md', text: 'mine\n' }),
    end: 'stopped',
  },
  {
    name: 'package-scripts',
    threat: 'T-9',
    steps: besides({ do: 'write', path: 'package.json', text: '{"scripts":{"test":"exit 0"}}\n' }),
    end: 'stopped',
  },
  {
    name: 'link-outside',
    threat: 'T-15',
    steps: besides(run('rm {{unit}}.txt; ln -s /etc/passwd {{unit}}.txt')),
    end: 'stopped',
  },
  {
    name: 'weird-names',
    threat: 'T-15',
    steps: besides(
      run("printf x > \"$(printf 'a\\nb')\"; printf x > '-rf'; mkdir -p 'x y'; printf x > 'x y/{{unit}}.txt'"),
    ),
    end: 'stopped',
  },
  {
    name: 'deep-folders',
    threat: 'T-27',
    steps: besides(
      run('d=$(printf "d%.0s" $(seq 200)); for i in $(seq 40); do mkdir $d && cd -P $d || exit 1; done; echo x > end'),
    ),
    end: 'stopped',
  },
  { name: 'sparse-file', threat: 'T-27', steps: besides(run('truncate -s 5G big.bin')), end: 'stopped' },
  { name: 'reserved-name', threat: 'T-15', steps: besides(run('echo x > aux.js')), end: 'stopped' },
  {
    name: 'bidi-name',
    threat: 'T-15',
    steps: besides(run('echo x > "$(printf \'a\\342\\200\\256b\')"')),
    end: 'stopped',
  },
  { name: 'no-change', threat: 'T-8', steps: () => [answer], end: 'stopped' },
  {
    name: 'bad-work',
    threat: 'T-8',
    steps: () => [{ do: 'write', path: '{{unit}}.txt', text: 'bad\n' }, answer],
    end: 'stopped',
  },
]
