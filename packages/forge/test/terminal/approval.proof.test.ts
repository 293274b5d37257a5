/** More ways to answer at a terminal, and more words that drive: the command line as a real process in a real terminal. */
import { isMissing } from '../tools.ts'
import { describe, expect, it } from 'vitest'
import { collect } from '../cli/stage.ts'
import { placesOfTests } from './place.ts'

const open = placesOfTests()

describe.skipIf(isMissing('tmux'))('approval at a terminal', { timeout: 60_000 }, () => {
  it('S3-08 modify with a note has the plan made anew, and shows it again', async () => {
    const place = await open()
    const terminal = place.openTerminal()
    terminal.type('forge build "Open the shop"; echo exit=$?', 'Enter')
    await terminal.shows('One file, plan 1.')
    await terminal.shows('[A]bort:')
    terminal.type('m', 'Enter')
    await terminal.shows('What should be different?')
    terminal.type('call it store', 'Enter')
    await terminal.shows(/One file, plan 2[^]*\[A\]bort:/)
    terminal.type('y', 'Enter')
    await terminal.shows('exit=0')
    const events = (await place.forge(['events', '--json'])).out
    expect(events).toContain('"answer":"reject","note":"call it store"')
  })

  it('I-24 an answer from elsewhere withdraws the question at the terminal', async () => {
    const place = await open()
    const terminal = place.openTerminal()
    terminal.type('forge build "Open the shop"; echo exit=$?', 'Enter')
    await terminal.shows('[A]bort:')
    const elsewhere = await place.forge(['approve'])
    expect(elsewhere.out).toContain('The process that runs it acts on this now')
    await terminal.shows('exit=0')
  })

  it('Ctrl-C at the question ends with 130 and says how to resume', async () => {
    const place = await open()
    const terminal = place.openTerminal()
    terminal.type('forge build "Open the shop"; echo exit=$?', 'Enter')
    await terminal.shows('[A]bort:')
    terminal.type('C-c')
    expect(await terminal.shows('exit=130')).toMatch(/Next: forge resume open-the-shop-/)
  })

  it('S3-08 modify without a note opens the plan in the editor; what is saved is checked, shown again and run', async () => {
    const place = await open()
    const terminal = place.openTerminal()
    terminal.type(`EDITOR='sed -i s/One.file/My.own.plan/' forge build "Open the shop"; echo exit=$?`, 'Enter')
    await terminal.shows('[A]bort:')
    terminal.type('m', 'Enter')
    await terminal.shows('What should be different?')
    terminal.type('Enter')
    await terminal.shows(/My\.own\.plan, plan 1[^]*\[A\]bort:/)
    terminal.type('y', 'Enter')
    await terminal.shows('exit=0')
    expect((await place.forge(['events', '--json'])).out).toMatch(/"plan\.proposed".*My\.own\.plan.*"by":"operator"/)
  })
})

describe('without a terminal', { timeout: 60_000 }, () => {
  it('I-24 an answer to the only open question drives the run too', async () => {
    const place = await open()
    await place.forge(['build', 'Open the shop'])
    expect((await place.forge(['answer', 'approved'])).error).toContain('did you mean approve?')
    const { exitCode, out } = await place.forge(['answer', 'approve'])
    expect(exitCode).toBe(0)
    expect(out).toContain('Resuming the run here.')
    expect(out).toContain('✓ shop merged')
  })

  it('I-24 --no-drive only leaves the word, and resume acts on it', async () => {
    const place = await open()
    await place.forge(['build', 'Open the shop'])
    const left = await place.forge(['approve', '--no-drive'])
    expect(left).toMatchObject({ exitCode: 0 })
    expect(left.out).toMatch(/Next: forge resume open-the-shop-/)
    expect((await place.forge(['resume'])).exitCode).toBe(0)
  })

  it('a rejection drives too: a new plan comes and waits, as lines of JSON', async () => {
    const place = await open()
    await place.forge(['build', 'Open the shop'])
    const { exitCode, out } = await collect(place.start(['reject', '--note', 'call it store', '--json']))
    const items = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; end?: string })
    expect(items[0]).toMatchObject({ kind: 'said', word: 'reject', driver: false })
    expect(items.at(-1)).toMatchObject({ kind: 'end' })
    expect(items.filter(({ kind }) => kind === 'event').length).toBeGreaterThan(0)
    expect(exitCode).toBe(3)
  })
})
