/** More answers to what is asked before a new run begins: unfinished runs of the last day, and changes that are not committed. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isMissing } from '../tools.ts'
import { placesOfTests } from './place.ts'

const open = placesOfTests()

const build = 'forge build "Open the shop"; echo exit=$?'

describe.skipIf(isMissing('tmux'))('before a new run, at a terminal', { timeout: 60_000 }, () => {
  it('S3-03 proceed begins with the changes left alone, and abort begins nothing', async () => {
    const place = await open()
    writeFileSync(join(place.root, 'draft.txt'), 'mine')
    const terminal = place.openTerminal()
    terminal.type(build, 'Enter')
    await terminal.shows(/\[A\s*\]bort:/)
    terminal.type('Enter')
    await terminal.shows('exit=2')
    expect((await place.forge(['status'])).out).toContain('No runs')
    terminal.type('clear; ', build, 'Enter')
    await terminal.shows('[p]roceed, [A')
    terminal.type('p', 'Enter')
    await terminal.shows('Approve this plan')
    terminal.type('y', 'Enter')
    await terminal.shows('exit=0')
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: place.root, encoding: 'utf8' })).toBe('?? draft.txt\n')
  })

  it('S3-02 an unfinished run of the last day is offered: yes goes on with it, no begins a new one', async () => {
    const place = await open()
    await place.forge(['build', 'Open the first shop'])
    const terminal = place.openTerminal()
    terminal.type(build, 'Enter')
    await terminal.shows(/Run open-the-first-shop-\S+ is unfinished: 0 of 1 unit/)
    await terminal.shows('[y/N]')
    terminal.type('n', 'Enter')
    await terminal.shows(/Plan of open-the-shop-/)
    terminal.type('a', 'Enter')
    await terminal.shows('exit=3')
    terminal.type('clear; ', build, 'Enter')
    // The newest is offered first.
    await terminal.shows(/Run open-the-shop-\S+ is unfinished[^]*\[y\/N\]/)
    terminal.type('y', 'Enter')
    await terminal.shows('Approve this plan')
    terminal.type('y', 'Enter')
    await terminal.shows('exit=0')
    expect((await place.forge(['status'])).out.match(/^open-the-\S+/gm)).toHaveLength(2)
  })
})
