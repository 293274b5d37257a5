/**
 * Bar B12: secrets of every class, planted wherever a secret can come from (environment, accounts, configuration, files of the
 * repository, what people say, what agents and commands print, answer, commit and fail with). Afterwards none is in anything that
 * Forge has written or says: the state directory, the messages of its commits, the output of its commands.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inPlace, type Place } from '../agents/place.ts'
import { canaries, canariesIn, everything, given } from './canaries.ts'

const halves = canaries.map((_, at) => `head -c 6 canaries/${at}; sleep 0.02; tail -c +7 canaries/${at}`)

const work = [
  { do: 'session', id: 's-1' },
  { do: 'tool', name: 'Bash', path: `/srv/${everything.slice(0, 500)}` },
  ...['stdout', 'stderr', 'message'].map((to) => ({ do: 'print', text: everything, to })),
  { do: 'run', line: 'cat canaries/* >&2' },
  ...halves.map((line) => ({ do: 'run', line })),
  { do: 'needs-human', text: everything.slice(0, 3900) },
]

/** The first try of one unit dies, that of the other commits secrets, which is sent back. */
const rules = [
  {
    when: { role: 'planner' },
    steps: [
      { do: 'print', text: everything },
      {
        do: 'answer',
        with: {
          plan: {
            summary: `${everything} {{attempt}}`,
            units: ['one', 'two'].map((id) => ({
              id,
              title: `Write ${id} with ${canaries[0]?.text ?? ''} and ${given.environment.secret}`,
              brief: `${everything} {{attempt}}`,
              writes: [`${id}.txt`],
              verify: [{ name: 'test', run: 'node --test' }],
            })),
          },
        },
      },
    ],
  },
  { when: { role: 'worker', unit: 'one', attempt: 1 }, steps: [...work, { do: 'exit', code: 3 }] },
  {
    when: { role: 'worker', attempt: 1 },
    steps: [...work, { do: 'write', path: '{{unit}}.txt', text: everything }, { do: 'answer' }],
  },
  {
    when: { role: 'worker' },
    steps: [
      ...work,
      { do: 'write', path: '{{unit}}.txt', text: 'good\n' },
      { do: 'commit', message: everything },
      { do: 'answer', with: { note: everything.slice(0, 3900), friction: [] } },
    ],
  },
  { steps: [{ do: 'answer', with: { summary: everything.slice(0, 3000) } }] },
]

const config = JSON.stringify({
  mcpServers: { docs: { command: 'docs-server', env: { DOCS_TOKEN: given.server.secret } } },
})

/** Everything in the state of Forge but the agents' own work: their trees, and the objects of git that hold it. */
function written({ root }: Place): readonly { readonly path: string; readonly bytes: Buffer }[] {
  return readdirSync(join(root, 'state'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/(?:trees|aside|trash|setup|objects)\//.test(path))
    .map((path) => ({ path: path.slice(root.length), bytes: readFileSync(path) }))
}

async function speak(place: Place, env: Record<string, string>): Promise<string> {
  const said: string[] = []
  const forge = async (...args: readonly string[]): Promise<number | null> => {
    const { code, out, err } = await place.forge(args, env)
    said.push(out, err)
    return code
  }
  const keyed = { ...env, OTHER: given.account.secret }
  expect((await place.forge(['accounts', 'add', 'second', '--from-env', 'OTHER'], keyed)).code).toBe(0)
  const agent = `scripted:${join(place.root, 'script.json')}`
  expect(await forge('build', `Do it with ${everything}`, '--agent', agent)).toBe(3)
  expect(await forge('reject', '--note', `not with ${everything}`), said.join('\n').slice(-3000)).toBe(3)
  const approved = await forge('approve')
  expect(approved, said.join('\n').slice(-3000)).toBe(0)
  const looks = ['status', 'events', 'report', 'cost', 'why', 'friction', 'audit', 'doctor', 'plan show', 'show one']
  const more = ['logs one', 'logs plan', 'prompt one implement', 'accounts list', 'events --json', 'status --json']
  await Promise.all([...looks, ...more].map((line) => forge(...line.split(' '))))
  return said.join('\n')
}

it('B12 T-21 I-38 secrets of every class, from everywhere: none in anything that Forge writes or says', () =>
  inPlace(
    async (place) => {
      writeFileSync(join(place.root, 'script.json'), JSON.stringify({ version: 1, rules }))
      const check =
        "import test from 'node:test'\nimport { readdirSync, readFileSync } from 'node:fs'\n" +
        "for (const name of readdirSync('canaries')) console.log(readFileSync(`canaries/${name}`, 'utf8'))\ntest('a', () => {})\n"
      place.write({
        ...Object.fromEntries(canaries.map(({ text }, at) => [`canaries/${at}`, `${text}\n`])),
        'test/a.test.js': check,
      })
      place.git('add', '--all')
      place.git('commit', '--quiet', '-m', 'Canaries')
      const said = await speak(place, { ACME_TOKEN: given.environment.secret })
      const log = place.git('log', '--format=%an %ae %B', '--branches=forge/*', '--not', 'main')
      const places = [
        ...written(place),
        { path: 'output of commands', bytes: Buffer.from(said) },
        { path: 'messages of commits', bytes: Buffer.from(log) },
      ]
      const hits = places.flatMap(({ path, bytes }) => canariesIn(bytes).map((name) => `${path}: ${name}`))
      const marks = places.reduce((sum, { bytes }) => sum + bytes.toString('latin1').split('[redacted]').length - 1, 0)
      console.log(
        `bar: ${canaries.length} classes of canary, ${places.length} places with ${marks} marks looked at, ${hits.length} hits`,
      )
      expect(hits).toEqual([])
      expect(places.length).toBeGreaterThan(20)
      expect(marks).toBeGreaterThan(canaries.length * 20)
    },
    { config: `agents: ${config}\nsetup: ['cat canaries/*']\nteardown: ['cat canaries/*; false']\n` },
  ))
