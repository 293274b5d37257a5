/** Approving at a terminal, and words that drive: the command line as a real process in a real terminal. */
import { isMissing } from '../tools.ts'
import { describe, expect, it } from 'vitest'
import { placesOfTests } from './place.ts'

const open = placesOfTests()

describe.skipIf(isMissing('tmux'))('approval at a terminal', { timeout: 30_000 }, () => {
  it('S3-08 shows the whole plan, asks, and goes on after a yes', async () => {
    const place = await open()
    const terminal = place.openTerminal()
    terminal.type('forge build "Open the shop"; echo exit=$?', 'Enter')
    const asked = await terminal.shows(/Approve this plan, [0-9a-f]{12}\? \[y\]es, \[m\]odify, \[A\]bort/)
    for (const shown of ['Plan of open-the-shop', '1. shop  The shop', 'writes  shop.txt', 'runs    test -e shop.txt'])
      expect(asked).toContain(shown)
    expect(asked).toMatch(/1 unit in 1 wave, at most \d+ attempts in all/)
    terminal.type('y', 'Enter')
    const done = await terminal.shows('exit=0')
    expect(done).toContain('✓ shop merged')
    expect(done).toContain('the merged work is on branch forge/')
    expect(place.living()).toEqual([])
  })

  it('S3-08 a no leaves it waiting, with the commands to reject and to edit, and exits 3', async () => {
    const place = await open()
    const terminal = place.openTerminal()
    terminal.type('forge build "Open the shop"; echo exit=$?', 'Enter')
    await terminal.shows('[A]bort:')
    terminal.type('Enter')
    const done = await terminal.shows('exit=3')
    expect(done).toMatch(/Next: forge reject open-the-shop-\S+ --note/)
    expect(done).toMatch(/Or: +forge plan edit <file> --run open-the-shop-/)
    expect((await place.forge(['status'])).out).toContain('waiting for you')
  })

  it('S3-08 an edit that breaks the plan is refused with the faults, asked about again, and changes nothing', async () => {
    const place = await open()
    const terminal = place.openTerminal()
    terminal.type(`EDITOR='sed -i s,shop.txt,../out,' forge build "Open the shop"; echo exit=$?`, 'Enter')
    await terminal.shows('[A]bort:')
    terminal.type('m', 'Enter')
    await terminal.shows('What should be different?')
    terminal.type('Enter')
    const shown = await terminal.shows('was not changed:')
    expect(shown).toContain('unit shop writes "../out", which is outside of the repository')
    terminal.type('a', 'Enter')
    await terminal.shows('exit=3')
    expect((await place.forge(['events', '--json'])).out).not.toMatch(/"plan\.proposed".*"by":"operator"/)
  })
})

describe('without a terminal', { timeout: 30_000 }, () => {
  it('S3-08 build prints the plan and how to approve it, and exits 3', async () => {
    const place = await open()
    const { exitCode, out } = await place.forge(['build', 'Open the shop'])
    expect(exitCode).toBe(3)
    expect(out).toContain('writes  shop.txt')
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^Next: forge approve open-the-shop-/)
  })

  it('S3-01 begins with a banner: which Forge, and which run', async () => {
    const place = await open()
    const { error } = await place.forge(['build', 'Open the shop'])
    expect(error).toMatch(/^Forge \d+\.\d+\.\d+\S*, run open-the-shop-\S+$/m)
  })

  it('I-24 an approval drives the run that nobody drives, to its end', async () => {
    const place = await open()
    await place.forge(['build', 'Open the shop'])
    const { exitCode, out } = await place.forge(['approve'])
    expect(exitCode).toBe(0)
    expect(out).toContain('Resuming the run here.')
    expect(out).toContain('✓ shop merged')
  })

  it('I-24 a cancel ends the run that nobody drives, and says so with 0', async () => {
    const place = await open()
    await place.forge(['build', 'Open the shop'])
    const { exitCode, out } = await place.forge(['cancel', '--reason', 'wrong shop'])
    expect([exitCode, out]).toEqual([0, expect.stringContaining('cancelled: wrong shop')])
    const [run] = JSON.parse((await place.forge(['status', '--json'])).out).runs
    expect(run).toMatchObject({ status: 'finished', outcome: 'cancelled' })
  })
})
