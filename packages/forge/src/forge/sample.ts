/** A small project with real tests, and a script by which agents work on it: what `forge demo` shows Forge on. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { environmentOf, run } from '#adapters/exec/index.ts'

export const sampleRequest = 'Add slugs, word counts and a title case to this little text library.'

const files: Readonly<Record<string, string>> = {
  'package.json':
    '{ "name": "little-text", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/trim.js': '/** Without white space at both ends. */\nexport const trim = (text) => text.trim()\n',
  'test/trim.test.js': testOf('trim', "assert.equal(trim('  a '), 'a')"),
  '.gitignore': 'node_modules/\n',
  '.forge/config.yaml':
    'verify:\n  - name: test\n    run: node --test\nagent: scripted:.forge/rehearsal.yaml\nslots: 3\n',
  '.forge/rehearsal.yaml': script(),
}

/** Makes the project in a new temporary folder, with one commit; answers where. */
export async function makeSample(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'forge-demo-'))
  const project = join(folder, 'little-text')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const env = environmentOf({ home: folder, tmp: folder, set: { GIT_CONFIG_NOSYSTEM: '1' } })
  const identity = ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.invalid']
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    [...identity, 'commit', '--quiet', '-m', 'Start'],
  ]) {
    const ended = await run({ file: 'git', args, cwd: project, env, wallMs: 60_000 })
    if (ended.exitCode !== 0)
      throw new Error(`git ${args.join(' ')}: ${ended.unavailable ?? ended.stderr.tail.toString('utf8')}`)
  }
  return project
}

function testOf(name: string, assertion: string): string {
  return [
    "import assert from 'node:assert/strict'",
    "import test from 'node:test'",
    `import { ${name} } from '../src/${name}.js'`,
    '',
    `test('${name}', () => ${assertion})`,
    '',
  ].join('\n')
}

/** One unit forgets something and is repaired, one is sent back by its reviewer, two run at the same time, one waits for both. */
function script(): string {
  const unit = (id: string, title: string, depends: readonly string[]) => ({
    id,
    title,
    depends,
    writes: [`src/${id}.js`, `test/${id}.test.js`],
    verify: [{ name: 'test', run: 'node --test' }],
  })
  const write = (path: string, text: string) => ({ do: 'write', path, text })
  const think = { do: 'sleep', ms: 400 }
  const paid = { do: 'usage', inputTokens: 2400, outputTokens: 310, costMicros: 11_850 }
  const slug = (body: string) =>
    write('src/slug.js', `/** A text as part of an address. */\nexport const slug = (text) => ${body}\n`)
  const rules = [
    {
      when: { role: 'planner' },
      steps: [
        think,
        paid,
        {
          do: 'answer',
          with: {
            plan: {
              summary: 'Slugs and word counts first, side by side; the title case uses both.',
              units: [
                unit('slug', 'Make slugs', []),
                unit('words', 'Count words', []),
                unit('title', 'Title case', ['slug', 'words']),
              ],
            },
          },
        },
      ],
    },
    {
      when: { role: 'worker', unit: 'slug', attempt: 1 },
      steps: [
        think,
        slug("text.toLowerCase().replaceAll(' ', '-')"),
        write('test/slug.test.js', testOf('slug', "assert.equal(slug(' Hello  World '), 'hello-world')")),
        paid,
        { do: 'answer' },
      ],
    },
    {
      when: { role: 'worker', unit: 'slug' },
      steps: [think, slug("text.trim().toLowerCase().split(/\\s+/).join('-')"), paid, { do: 'answer' }],
    },
    {
      when: { role: 'worker', unit: 'words', attempt: 1 },
      steps: [
        think,
        write('src/words.js', 'export const words = (text) => text.split(/\\s+/).filter(Boolean).length\n'),
        write('test/words.test.js', testOf('words', "assert.equal(words('a b  c'), 3)")),
        paid,
        { do: 'answer' },
      ],
    },
    {
      when: { role: 'worker', unit: 'words' },
      steps: [
        think,
        write(
          'src/words.js',
          '/** How many words a text has. */\nexport const words = (text) => text.split(/\\s+/).filter(Boolean).length\n',
        ),
        paid,
        { do: 'answer' },
      ],
    },
    {
      when: { role: 'reviewer', unit: 'words', attempt: 1 },
      steps: [
        think,
        paid,
        {
          do: 'answer',
          with: { verdict: 'revise', summary: 'Say in a comment what the function does, like its neighbours.' },
        },
      ],
    },
    {
      when: { role: 'worker', unit: 'title' },
      steps: [
        think,
        write(
          'src/title.js',
          "import { slug } from './slug.js'\nimport { words } from './words.js'\n\n/** Each word with a capital. */\nexport const title = (text) =>\n  words(text) === 0 ? '' : slug(text).split('-').map((word) => word[0].toUpperCase() + word.slice(1)).join(' ')\n",
        ),
        write('test/title.test.js', testOf('title', "assert.equal(title('the little  text'), 'The Little Text')")),
        paid,
        { do: 'answer' },
      ],
    },
    { steps: [think, paid, { do: 'answer' }] },
  ]
  return `${JSON.stringify({ version: 1, rules }, undefined, 2)}\n`
}
