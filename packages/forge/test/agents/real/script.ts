/** What the fake provider answers in the proof: a plan of two units, work with real tool calls and a forced 429, a review. */

/** With which tool files are written: some take absolute paths only, which nobody here knows. */
export type Writing = 'tool' | 'shell'

function writing(path: string, text: string, by: Writing): object {
  return by === 'tool' ? { write: [path, text] } : { bash: `cat > ${path} <<'END'\n${text}END` }
}

const write = (unit: string, by: Writing): unknown[] => [
  {
    text: `I write ${unit}.`,
    ...writing(`src/${unit}.js`, `export const ${unit} = () => '${unit}'\n`, by),
    usage: { input: 500, output: 50 },
    fail: [{ status: 429, headers: { 'retry-after': '1' } }],
  },
  {
    ...writing(
      `test/${unit}.test.js`,
      [
        "import assert from 'node:assert/strict'",
        "import test from 'node:test'",
        `import { ${unit} } from '../src/${unit}.js'`,
        `test('${unit}', () => assert.equal(${unit}(), '${unit}'))`,
        '',
      ].join('\n'),
      by,
    ),
    usage: { input: 600, output: 60 },
  },
  { bash: 'node --test', usage: { input: 700, output: 7 }, delay: 1500 },
  { answer: { nonce: '{{nonce}}', status: 'done', note: '' }, usage: { input: 800, output: 8 } },
]

const unit = (id: string) => ({
  id,
  title: `Say ${id}`,
  writes: [`src/${id}.js`, `test/${id}.test.js`],
  brief: `Say ${id}.`,
  verify: [{ name: 'test', run: 'node --test' }],
})

/**
 * A command of the reviewer tries to write the file `outside`. Prompts are told apart by the schema of the answer that they want; the first rule that
 * matches is followed.
 */
export function scriptOf(outside: string, by: Writing = 'tool'): unknown {
  const rule = (id: string, prompt: readonly string[], steps: readonly unknown[]) => ({ id, when: { prompt }, steps })
  const wantsPlan = '"plan":{'
  const wantsVerdict = '"verdict":{'
  const wantsWork = '["done","blocked"]'
  const lost = 'Your program was lost'
  return {
    version: 1,
    rules: [
      rule(
        'plan',
        [wantsPlan],
        [
          {
            answer: { nonce: '{{nonce}}', plan: { summary: 'two greetings', units: [unit('hello'), unit('goodbye')] } },
            usage: { input: 1000, output: 100 },
          },
        ],
      ),
      rule(
        'review',
        [wantsVerdict],
        [
          { bash: `cat package.json; (echo x > '${outside}') 2>/dev/null || true`, usage: { input: 300, output: 10 } },
          {
            answer: { nonce: '{{nonce}}', verdict: 'approve', findings: [], summary: 'fine' },
            usage: { input: 310, output: 20 },
          },
        ],
      ),
      ...['hello', 'goodbye'].flatMap((id) => [
        rule(`resumed-${id}`, [lost, `Say ${id}.`], write(id, by)),
        rule(`work-${id}`, [wantsWork, `Say ${id}.`], write(id, by)),
      ]),
    ],
  }
}
