/** What is asked before a new run begins: unfinished runs of the last day, and changes that are not committed. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isMissing } from '../tools.ts'
import { placesOfTests } from './place.ts'

const open = placesOfTests()

const build = 'forge build "Open the shop"; echo exit=$?'

describe.skipIf(isMissing('tmux'))('before a new run, at a terminal', { timeout: 60_000 }, () => {
  it('S3-03 changes that are not committed are warned about; after a commit it looks again and begins', async () => {
    const place = await open()
    writeFileSync(join(place.root, 'draft.txt'), 'mine')
    const terminal = place.openTerminal()
    terminal.type(build, 'Enter')
    const asked = await terminal.shows(/\[c\]heck again, \[p\]roceed, \[A\s*\]bort:/)
    expect(asked).toContain('there are uncommitted changes: draft.txt')
    terminal.type('c', 'Enter')
    await terminal.shows(/(uncommitted changes: draft\.txt[^]*){2}/)
    execFileSync('git', ['add', '-A'], { cwd: place.root })
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '-qm', 'mine'], { cwd: place.root })
    terminal.type('c', 'Enter')
    await terminal.shows('Approve this plan')
    terminal.type('C-c')
    await terminal.shows('exit=130')
  })
})

describe('before a new run, without a terminal', { timeout: 30_000 }, () => {
  it('S3-03 changes that are not committed are refused with the flag that begins all the same', async () => {
    const place = await open()
    writeFileSync(join(place.root, 'draft.txt'), 'mine')
    const { exitCode, error } = await place.forge(['build', 'Open the shop'])
    expect(exitCode).toBe(2)
    expect(error).toContain('draft.txt')
    expect(error).toContain('--accept-dirty')
    expect((await place.forge(['build', 'Open the shop', '--accept-dirty', '--yes'])).exitCode).toBe(0)
  })

  it('S3-02 an unfinished run is told with the command that goes on with it, and the new one begins', async () => {
    const place = await open()
    await place.forge(['build', 'Open the first shop'])
    const { error, out } = await place.forge(['build', 'Open the shop'])
    expect(error).toMatch(/Run open-the-first-shop-\S+ is unfinished: .* forge resume open-the-first-shop-/)
    expect(out).toContain('Plan of open-the-shop-')
  })
})
