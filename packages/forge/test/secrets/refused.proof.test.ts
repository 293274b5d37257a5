/**
 * Bar B12, secrets in work that is refused and in names: of files, in targets of links, in UTF-16, beside NUL bytes, in what is too
 * large or named to deceive, in titles. What Forge says of such work holds none of them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inPlace, type Place } from '../agents/place.ts'
import { given, vendors } from './canaries.ts'

const secrets = [given.environment.secret, ...vendors.map(({ secret }) => secret)]
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const each = (line: (secret: string) => string): string => secrets.map((secret) => line(secret)).join('\n')
const run = (line: string): object => ({ do: 'run', line })
const bidi = '\u202E'

/** What the worker of each unit leaves; every one of them is refused. */
const work: Readonly<Record<string, readonly object[]>> = {
  names: [run(each((secret) => `echo x > ${quoted(`name-${secret}.txt`)}; echo x > ${quoted(secret)}`))],
  folders: [run(each((secret) => `mkdir -p ${quoted(`x_${secret}`)}; echo x > ${quoted(`x_${secret}/.git`)}`))],
  links: [
    run(each((secret) => `ln -s ${quoted(`./${secret}`)} ${quoted(`link-${secret.length}-${secret.slice(0, 3)}`)}`)),
  ],
  utf16: [run(`iconv -f UTF-8 -t UTF-16LE > a.txt <<'END'\n${secrets.join('\n')}\nEND`)],
  nul: [run(`printf 'a\\0' > a.bin; cat >> a.bin <<'END'\n${secrets.join('\n')}\nEND`)],
  sizes: [run(each((secret) => `truncate -s 60M ${quoted(`big-${secret}.bin`)}`))],
  bidi: [run(each((secret) => `echo x > ${quoted(`${bidi}-${secret}`)}`))],
  out: [run(each((secret) => `ln -s /etc/passwd ${quoted(`out-${secret}`)}`))],
  undeclared: [run(each((secret) => `echo x > ${quoted(`more-${secret}`)}`)), { do: 'exit', code: 3 }],
}

const plan = {
  summary: 'Refused, all of it.',
  units: Object.keys(work).map((id) => ({
    id,
    title: `Write ${id} with x-${vendors.map(({ secret }) => secret).join('_')}`.slice(0, 110),
    writes: [`${id}/`],
    verify: [{ name: 'test', run: 'node --test' }],
  })),
}

const rules = [
  { when: { role: 'planner' }, steps: [{ do: 'answer', with: { plan } }] },
  ...Object.entries(work).map(([unit, steps]) => ({
    when: { role: 'worker', unit },
    steps: [
      ...steps,
      { do: 'answer', with: { note: `left ${each((secret) => `name-${secret}.txt`)}`.slice(0, 3900) } },
    ],
  })),
  { steps: [{ do: 'answer' }] },
]

function written({ root }: Place): readonly { readonly path: string; readonly bytes: Buffer }[] {
  return readdirSync(join(root, 'state'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/(?:trees|aside|trash|setup|objects|private)\//.test(path))
    .map((path) => ({ path: path.slice(root.length), bytes: readFileSync(path) }))
}

it('B12 T-21 I-38 secrets in names and in refused work: none in what Forge says of it', () =>
  inPlace(async (place) => {
    writeFileSync(join(place.root, 'script.json'), JSON.stringify({ version: 1, rules }))
    const said: string[] = []
    const forge = async (...args: readonly string[]): Promise<number | null> => {
      const { code, out, err } = await place.forge(args, { ACME_TOKEN: given.environment.secret })
      said.push(out, err)
      return code
    }
    const agent = `scripted:${join(place.root, 'script.json')}`
    expect(await forge('build', 'Leave it', '--agent', agent, '--yes'), said.join('\n').slice(-3000)).toBe(5)
    for (const line of ['status', 'report', 'events', 'events --json', 'status --json', 'report --json', 'audit'])
      await forge(...line.split(' '))
    for (const unit of ['names', 'sizes', 'undeclared'])
      for (const what of ['why', 'logs', 'show']) await forge(what, unit)
    const places = [
      ...written(place),
      { path: 'output of commands', bytes: Buffer.from(said.join('\n')) },
      { path: 'commits', bytes: Buffer.from(place.git('log', '--all', '--format=%B')) },
    ]
    const forms = secrets.flatMap((secret) => [
      Buffer.from(secret),
      Buffer.from(JSON.stringify(secret).slice(1, -1)),
      Buffer.from(secret, 'utf16le'),
    ])
    const hits = places.flatMap(({ path, bytes }) =>
      forms.filter((form) => bytes.includes(form)).map((form) => `${path}: ${form.toString()}`),
    )
    console.log(
      `bar: ${secrets.length} secrets × ${plan.units.length} kinds of refused work, ${places.length} places looked at, ${hits.length} hits`,
    )
    expect(hits.slice(0, 40)).toEqual([])
    const report = (await place.forge(['report'])).out
    for (const unit of Object.keys(work)) expect(report).toMatch(new RegExp(`stopped +${unit} `))
    expect(report.split('[redacted]').length).toBeGreaterThan(Object.keys(work).length)
  }))
