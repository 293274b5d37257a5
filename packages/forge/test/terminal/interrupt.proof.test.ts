/** Interrupted by other signals, while a check runs, and typed at a real terminal. */
import { describe, expect, it } from 'vitest'
import { until } from '../processes/living.ts'
import { isMissing } from '../tools.ts'
import { buildIn, untilAtWork } from './interrupting.ts'
import { placesOfTests, usualPlan, usualWork, waiting } from './place.ts'

const open = placesOfTests()

describe('a build that is interrupted', { timeout: 120_000 }, () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('I-33 %s ends as cleanly, says how to resume, and resume completes it', async (signal, code) => {
    const place = await open({ worker: [...waiting('obedient'), ...usualWork] })
    const { child, ran } = buildIn(place)
    await untilAtWork(place)
    child.kill(signal)
    const { exitCode, out } = await ran
    expect(exitCode).toBe(code)
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^Next: forge resume open-the-shop-/)
    expect(place.living()).toEqual([])
    place.openGate()
    expect((await place.forge(['resume', '--yes'])).exitCode).toBe(0)
  })

  it('I-33 a check that runs is ended too', async () => {
    const [unit] = usualPlan.with.plan.units
    const slow = { ...unit, verify: [{ name: 'slow', run: 'sleep 47' }] }
    const plan = { do: 'answer', with: { plan: { summary: 'Slow.', units: [slow] } } }
    const place = await open({ planner: [plan], worker: usualWork })
    const { child, ran } = buildIn(place)
    let out = ''
    child.stdout?.on('data', (chunk: string) => (out += chunk))
    await until(() => out.includes('shop verify') && place.living().length > 0, 60_000)
    const before = performance.now()
    child.kill('SIGINT')
    expect((await ran).exitCode).toBe(130)
    // Well before the check would have ended by itself.
    expect(performance.now() - before).toBeLessThan(30_000)
    expect(place.living()).toEqual([])
  })

  it.skipIf(isMissing('tmux'))(
    'I-33 typed at a terminal it does the same, and the last line says how to resume',
    async () => {
      const place = await open({ worker: waiting('obedient') })
      const terminal = place.openTerminal()
      terminal.type('forge build "Open the shop" --yes; echo exit=$?', 'Enter')
      await terminal.shows('shop implement')
      await untilAtWork(place)
      terminal.type('C-c')
      expect(await terminal.shows('exit=130')).toMatch(/Next: forge resume open-the-shop-\S+\nexit=130/)
      expect(place.living()).toEqual([])
    },
  )
})
