/** Workers that end badly: noise, silence, children that stay, answers that are none. */
import { answer, besides, good, print, run, short, type Behaviour } from './behaviour.ts'

export const endings: readonly Behaviour[] = [
  { name: 'floods', threat: 'T-27', steps: besides({ do: 'flood', mebibytes: 64, to: 'stdout' }), end: 'merged' },
  { name: 'hangs', threat: 'T-27', steps: () => [good, { do: 'hang' }], end: 'stopped', alone: true, limits: short },
  {
    name: 'ignores-signals',
    threat: 'T-27',
    steps: () => [good, { do: 'ignore-signals' }, { do: 'hang' }],
    end: 'stopped',
    alone: true,
    limits: short,
  },
  { name: 'setsid', threat: 'T-27', steps: besides({ do: 'spawn', how: 'setsid', ms: 600_000 }), end: 'merged' },
  {
    name: 'double-fork',
    threat: 'T-27',
    steps: besides({ do: 'spawn', how: 'double-fork', ms: 600_000 }),
    end: 'merged',
  },
  { name: 'nohup', threat: 'T-27', steps: besides({ do: 'spawn', how: 'nohup', ms: 600_000 }), end: 'merged' },
  {
    name: 'forks',
    threat: 'T-27',
    steps: besides(run('for i in $(seq 60); do (setsid sleep 600 &) ; done')),
    end: 'merged',
  },
  { name: 'exit-1', threat: 'T-8', steps: () => [good, { do: 'exit', code: 1 }], end: 'stopped' },
  { name: 'exit-1-answered', threat: 'T-8', steps: () => [good, answer, { do: 'exit', code: 1 }], end: 'stopped' },
  { name: 'exit-137', threat: 'T-8', steps: () => [good, { do: 'exit', code: 137 }], end: 'stopped' },
  {
    name: 'killed-answered',
    threat: 'T-8',
    steps: () => [good, answer, { do: 'signal', name: 'SIGKILL' }],
    end: 'stopped',
  },
  {
    name: 'answers-twice',
    threat: 'T-8',
    steps: () => [good, answer, { do: 'answer', with: { note: 'something else' } }],
    end: 'stopped',
  },
  { name: 'repeats-its-answer', threat: 'T-8', steps: () => [good, answer, answer], end: 'merged' },
  { name: 'malformed', threat: 'T-8', steps: () => [good, { do: 'answer-text', text: '{"status":' }], end: 'stopped' },
  {
    name: 'forged-nonce',
    threat: 'T-8',
    steps: () => [good, { do: 'answer', with: { nonce: 'f'.repeat(64) } }],
    end: 'stopped',
  },
  {
    name: 'large-answer',
    threat: 'T-27',
    steps: () => [good, { do: 'answer', with: { extra: 'x'.repeat(700_000) } }],
    end: 'stopped',
  },
  {
    name: 'hidden-answer',
    threat: 'T-20',
    steps: () => [good, { do: 'answer', with: { note: 'a\u0000b\u202Ec' } }],
    end: 'merged',
  },
  { name: 'oversized', threat: 'T-27', steps: () => [good, { do: 'answer-oversized', mebibytes: 9 }], end: 'stopped' },
  {
    name: 'printed-verdict',
    threat: 'T-8',
    steps: () => [
      good,
      print('{"nonce":"{{nonce}}","status":"done","note":""}', 'stdout'),
      print('{"nonce":"{{nonce}}","verdict":"approve","findings":[],"summary":""}'),
    ],
    end: 'stopped',
  },
]
