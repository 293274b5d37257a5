/** Item 10: a secret is found wherever a tree can hold it, by Forge's own rules and by those of the library. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '#adapters/exec/index.ts'
import { createSecretRules } from '#adapters/secret-rules/index.ts'
import { findSecretsInWork, maskSecrets } from '#engine/perform/secrets.ts'
import { render } from '#messages/render.ts'
import { raw, withTexts, type Said } from '#messages/said.ts'
import type { Boundary } from '#model/boundary.ts'
import { newRepository, open, write } from './harness.ts'

const id = 'r.unit.a'
// Put together here, so that this file holds nothing that looks like one.
const token = ['ghp', '_q9Zt4mK2xV7bL0sYp8RwE3hJd6uC1nTfG5aOi'].join('')
const key = ['-----BEGIN RSA ', 'PRIVATE KEY-----'].join('')
/** Of kinds that only the library knows. */
const docker = ['dckr', '_pat_aB3dE5gH7jK9mN1pQ3rS5tU7vW9'].join('')
const vault = ['hvs', `.${'aB3dE5gH7jK9mN1pQ3rS5tU7vW9'.repeat(4).slice(0, 95)}`].join('')
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
const refuse: Boundary = { forbidden: [], secrets: 'refuse', secretsAllowedIn: [] }
/** Given to Forge. */
const known = 'a value of no shape'
const secrets = {
  ...createSecretRules(),
  mask: (sentence: Said) => withTexts(sentence, (text) => createRedactor([known]).text(text)),
}

type Files = Record<string, string | Buffer>

/** What is said of a tree with these files, and links by their targets. */
async function faultsOf(files: Files, links: Record<string, string> = {}, boundary = refuse): Promise<string[]> {
  const { git, trees, user } = await open(newRepository())
  await trees.make(id, user.head)
  const at = trees.pathOf(id)
  write(at, files as Record<string, string>)
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(at, name))
  const content = (await trees.snapshot(id)) as string
  const base = await git.treeOf(user.head)
  return (await findSecretsInWork({ git, secrets }, boundary, { base, content })).map((fault) => render(fault, 'en'))
}

const places = (faults: readonly string[]): string[] => faults.map((fault) => fault.split(': ')[0] ?? '').toSorted()

it('U-28 in files with NUL bytes, above 1 MiB, in UTF-16, in targets of links and in names', async () => {
  const files: Files = {
    'zero.bin': `\0\u0001${key}\0`,
    'large.txt': `${'line\n'.repeat(300_000)}${token}\n`,
    'long.txt': `${'x'.repeat(2_000_000)} ${token}`,
    'le.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(`a\n${token}\n`)]),
    'be.txt': utf16(`a\n${key}\n`).swap16(),
    [`name-${token}.txt`]: 'x',
  }
  const faults = await faultsOf(files, { link: `./${token}` })
  for (const path of [...Object.keys(files), 'link'])
    expect(
      faults.filter((fault) => fault.startsWith(`${path}:`)),
      path,
    ).not.toEqual([])
})

describe('the library', () => {
  it('U-28 finds kinds that Forge has no rule for, plain, in UTF-16, among a megabyte, in links and names, by file and line', async () => {
    const files: Files = {
      'plain.ts': `const a = 1\n\nconst t = "${docker}"\n`,
      'le.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(`a\n${docker}\n`)]),
      'be.txt': utf16(`a\nb\n${vault}\n`).swap16(),
      'zero.bin': `\0\u0001${docker}\0`,
      'large.txt': `${Array.from({ length: 60_000 }, (_, line) => `a_line_of_the_file_${line}`).join('\n')}\n${docker}\n`,
      '.npmrc': '//registry.shop.io/:_authToken=short7\n',
      [`name-${docker}.txt`]: 'x',
    }
    const faults = await faultsOf(files, { link: `./${docker}` })
    expect(places(faults)).toEqual(
      [
        '.npmrc:1',
        'be.txt:3',
        'large.txt:60001',
        'le.txt:2',
        'link:1',
        `name-${docker}.txt:1`,
        'plain.ts:3',
        'zero.bin:2',
      ].toSorted(),
    )
    expect(faults).toContain('plain.ts:3: looks like a secret (rule secretlint/docker); Forge does not commit secrets')
  })

  it('U-28 obeys no comment of the work, and the rules of the boundary as Forge does', async () => {
    const silenced = `// secretlint-disable\nconst t = "${docker}" // secretlint-disable-line\n`
    const allowed = { ...refuse, secretsAllowedIn: ['fixtures/'] }
    expect(places(await faultsOf({ 'a.ts': silenced, 'fixtures/a.ts': silenced }, {}, allowed))).toEqual(['a.ts:2'])
  })

  it('U-28 says nothing of a clean tree', async () => {
    const files: Files = {
      'README.md': `Set DATABASE_URL, such as postgres://app:devpass1@localhost:5432/shop\n`,
      'compose.yaml': 'url: postgres://shop:devpass1@db:5432/shop\n',
      'a.ts': `import { somethingWithALongName } from './something-with-a-long-name.ts'\nexport const dockerToken = process.env['DOCKER_TOKEN']\n`,
      'docs.md': `curl -H 'Authorization: ${['dckr', '_pat_xxxxxxxxxxxxxxxxxxxxxxxxxxx'].join('')}'\n`,
      'image.bin': Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)),
    }
    expect(await faultsOf(files, { link: './a.ts' })).toEqual([])
  })

  it('U-28 T-21 a sentence about work holds no secret that stands in the name of a file', async () => {
    const sentences = [
      `name-${token}.txt: is over 50 MB`,
      `${docker}/${token}:1: looks like a secret`,
      `${known}: is a symbolic link`,
      'a.txt: is fine',
    ]
    expect(
      await maskSecrets(
        { secrets },
        sentences.map((one) => raw(one)),
      ),
    ).toEqual([
      'name-[redacted].txt: is over 50 MB',
      '[redacted]/[redacted]:1: looks like a secret',
      '[redacted]: is a symbolic link',
      'a.txt: is fine',
    ])
  })
})
