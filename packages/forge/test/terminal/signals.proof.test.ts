/** Ctrl-C once and twice while a build runs. */
import { describe, expect, it } from 'vitest'
import { buildIn, untilAtWork } from './interrupting.ts'
import { placesOfTests, usualWork, waiting } from './place.ts'

const open = placesOfTests()

describe('Ctrl-C during a build', { timeout: 120_000 }, () => {
  it('D-02 I-33 once: the agent and what it left are gone, the outcome is recorded, the printed command completes it', async () => {
    const place = await open({ worker: [...waiting('obedient'), ...usualWork] })
    const { child, ran } = buildIn(place)
    await untilAtWork(place)
    expect(place.living().length).toBeGreaterThanOrEqual(2)
    child.kill('SIGINT')
    const { exitCode, out } = await ran
    expect(exitCode).toBe(130)
    const [, printed = ''] =
      /^Next: forge (resume open-the-shop-\S+)$/.exec(out.trimEnd().split('\n').at(-1) ?? '') ?? []
    expect(place.living()).toEqual([])
    expect((await place.forge(['events'])).out).toMatch(/attempt\.finished +\S+shop\/implement#1: interrupted/)
    place.openGate()
    const resumed = await place.forge(printed.split(' '))
    expect(resumed.exitCode).toBe(0)
    expect(resumed.out).toContain('✓ shop merged')
  })

  it('I-33 twice: an agent that ignores signals is killed at once, and resume completes all the same', async () => {
    const place = await open({ worker: [...waiting('stubborn'), ...usualWork] })
    const { child, ran } = buildIn(place)
    await untilAtWork(place)
    child.kill('SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(place.living().length).toBeGreaterThanOrEqual(1)
    const before = performance.now()
    child.kill('SIGINT')
    expect((await ran).exitCode).toBe(130)
    expect(performance.now() - before).toBeLessThan(5000)
    expect(place.living()).toEqual([])
    place.openGate()
    const resumed = await place.forge(['resume', '--yes'])
    expect([resumed.exitCode, resumed.error]).toEqual([0, expect.any(String)])
  })
})
