/**
 * The script of the sample project: one unit forgets something and fixes it, one is sent back by its reviewer, two run
 * at the same time, one waits for both.
 */

/** A test file of the sample project. */
export function testOf(name: string, assertion: string): string {
  return [
    "import assert from 'node:assert/strict'",
    "import test from 'node:test'",
    `import { ${name} } from '../src/${name}.js'`,
    '',
    `test('${name}', () => ${assertion})`,
    '',
  ].join('\n')
}

type Step = Readonly<Record<string, unknown>>

const think: Step = { do: 'sleep', ms: 400 }
const answer: Step = { do: 'answer' }

function write(path: string, ...lines: readonly string[]): Step {
  return { do: 'write', path, text: `${lines.join('\n')}\n` }
}

/** An agent's steps when the rule matches: it thinks, acts, and answers. */
function turn(when: Step, ...deeds: readonly Step[]): Step {
  const isAnswered = deeds.some((deed) => deed['do'] === 'answer')
  return { when, steps: [think, ...deeds, ...(isAnswered ? [] : [answer])] }
}

function unit(id: string, title: string, depends: readonly string[]): Step {
  const verify = [{ name: 'test', run: 'node --test' }]
  return { id, title, depends, writes: [`src/${id}.js`, `test/${id}.test.js`], verify }
}

const plan: Step = {
  summary: 'Slugs and word counts first, side by side; the title case uses both.',
  units: [
    unit('slug', 'Make slugs', []),
    unit('words', 'Count words', []),
    unit('title', 'Title case', ['slug', 'words']),
  ],
}

const wordsBody = 'export const words = (text) => text.split(/\\s+/).filter(Boolean).length'

function slug(body: string): Step {
  return write('src/slug.js', '/** A text as part of an address. */', `export const slug = (text) => ${body}`)
}

const rules: readonly Step[] = [
  turn({ role: 'planner' }, { do: 'answer', with: { plan } }),
  turn(
    { role: 'worker', unit: 'slug', attempt: 1 },
    slug("text.toLowerCase().replaceAll(' ', '-')"),
    write('test/slug.test.js', testOf('slug', "assert.equal(slug(' Hello  World '), 'hello-world')")),
  ),
  turn({ role: 'worker', unit: 'slug' }, slug("text.trim().toLowerCase().split(/\\s+/).join('-')")),
  turn(
    { role: 'worker', unit: 'words', attempt: 1 },
    write('src/words.js', wordsBody),
    write('test/words.test.js', testOf('words', "assert.equal(words('a b  c'), 3)")),
  ),
  turn({ role: 'worker', unit: 'words' }, write('src/words.js', '/** How many words a text has. */', wordsBody)),
  turn(
    { role: 'reviewer', unit: 'words', attempt: 1 },
    {
      do: 'answer',
      with: { verdict: 'revise', summary: 'Say in a comment what the function does, like its neighbours.' },
    },
  ),
  turn(
    { role: 'worker', unit: 'title' },
    write(
      'src/title.js',
      "import { slug } from './slug.js'",
      "import { words } from './words.js'",
      '',
      '/** Each word with a capital. */',
      'const capital = (word) => word[0].toUpperCase() + word.slice(1)',
      "export const title = (text) => (words(text) === 0 ? '' : slug(text).split('-').map(capital).join(' '))",
    ),
    write('test/title.test.js', testOf('title', "assert.equal(title('the little  text'), 'The Little Text')")),
  ),
  { steps: [think, answer] },
]

export function script(): string {
  return `${JSON.stringify({ version: 1, rules }, undefined, 2)}\n`
}
