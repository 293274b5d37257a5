/** Item 10: a secret is found wherever a tree can hold it. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { boundaryFaults } from '#core/boundary/boundary.ts'
import { newRepository, open, write } from './harness.ts'

const id = 'r.unit.a'
// Put together here, so that this file holds nothing that looks like one.
const token = ['ghp', '_q9Zt4mK2xV7bL0sYp8RwE3hJd6uC1nTfG5aOi'].join('')
const key = ['-----BEGIN RSA ', 'PRIVATE KEY-----'].join('')
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')

it('H12 U-28 in files with NUL bytes, above 1 MiB, in UTF-16, in targets of links and in names', async () => {
  const { git, trees, user } = await open(newRepository())
  await trees.make(id, user.head)
  const at = trees.pathOf(id)
  const files: Record<string, string | Buffer> = {
    'zero.bin': `\0\u0001${key}\0`,
    'large.txt': `${'line\n'.repeat(300_000)}${token}\n`,
    'long.txt': `${'x'.repeat(2_000_000)} ${token}`,
    'le.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(`a\n${token}\n`)]),
    'be.txt': utf16(`a\n${key}\n`).swap16(),
    [`name-${token}.txt`]: 'x',
  }
  write(at, files as Record<string, string>)
  symlinkSync(`./${token}`, join(at, 'link'))
  const tree = (await trees.snapshot(id)) as string
  const added = await git.addedLines(await git.treeOf(user.head), tree)
  const faults = boundaryFaults({ forbidden: [], secrets: 'refuse', secretsAllowedIn: [] }, added)
  for (const path of [...Object.keys(files), 'link'])
    expect(
      faults.filter((fault) => fault.startsWith(`${path}:`)),
      path,
    ).not.toEqual([])
})
