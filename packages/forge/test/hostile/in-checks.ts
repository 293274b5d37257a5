/** Workers whose tests, run by Forge, reach for what decides about other work. */
import { answer, good, type Behaviour, type End } from './behaviour.ts'
import type { Step } from '../driven/project.ts'

/** Checks run what a unit brings as `*.test.sh`, and then a linter of the project, which finds the word ugly. */
function bringing(name: string, end: End, test: string, text = 'ugly {{unit}}\n'): Behaviour {
  const path = `${name}.test.sh`
  const own: Step = end === 'merged' ? good : { do: 'write', path: '{{unit}}.txt', text }
  const steps = (): readonly Step[] => [own, { do: 'write', path, text: `${test}\n` }, answer]
  return { name, threat: 'T-9', end, writes: [path], steps }
}

const everywhere = 'touch "$HOME/.passes" "$TMPDIR/.passes" "$TMPDIR/../.passes"'

/** What stays with the unit, or is what builds do. */
const harmless: Readonly<Record<string, string>> = {
  'home-for-others': everywhere,
  builds: 'mkdir -p dist coverage; echo {} > dist/package.json; echo x > coverage/x; echo x > .tsbuildinfo',
}

/** What would let the linter find nothing. */
const blinding: Readonly<Record<string, string>> = {
  'home-for-linter': everywhere,
  'blinds-linter': 'echo exit 0 > lint.sh',
  'blinds-linter-in-time': 'cp -p lint.sh "$TMPDIR/l"; tr u x < "$TMPDIR/l" > lint.sh; touch -r "$TMPDIR/l" lint.sh',
  'blinds-linter-later': '(setsid sh -c "sleep 0.2; echo exit 0 > lint.sh" &)',
  'replaces-linter': 'echo exit 0 > x; mv x lint.sh',
  'links-linter': 'ln -sf /dev/null lint.sh',
  'sets-next-command': 'echo script-shell=/bin/true > .npmrc',
  'sets-git-of-tree': 'git config core.fsmonitor true; mkdir -p .git/hooks; touch .git/hooks/pre-commit',
  'hides-its-file': 'mv hides-its-file.txt "$TMPDIR/"',
}

export const inChecks: readonly Behaviour[] = [
  ...Object.entries(harmless).map(([name, test]) => bringing(name, 'merged', test)),
  ...Object.entries(blinding).map(([name, test]) => bringing(name, 'stopped', test)),
  bringing('edits-others-work', 'stopped', 'echo tampered > README.md', 'good {{unit}}\n'),
]
