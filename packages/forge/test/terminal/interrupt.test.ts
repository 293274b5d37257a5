/** Ctrl-C: once ends cleanly and can be resumed, twice ends everything at once. Real processes, counted in /proc. */
import { isMissing } from '../tools.ts'
import type { ChildProcess } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { collect } from '../cli/stage.ts'
import { until } from '../processes/living.ts'
import { makePlace, usualPlan, usualWork, waiting, type Habits, type Place } from './place.ts'

let place: Place
afterEach(() => place.end())

/** A build that goes on until it is interrupted. */
async function build(habits: Habits): Promise<{ child: ChildProcess; ran: ReturnType<typeof collect> }> {
  place = await makePlace(habits)
  const child = place.start(['build', 'Open the shop', '--yes', '--allow-plan-commands'])
  return { child, ran: collect(child) }
}

async function logged(): Promise<string> {
  return (await place.forge(['logs'])).out
}

/** The agent has printed, so it hangs now. */
function untilAtWork(): Promise<void> {
  return until(async () => /shop implement #1 .* [1-9]\d* bytes/.test(await logged()), 45_000)
}

describe('Ctrl-C during a build', { timeout: 120_000 }, () => {
  it('D-02 I-33 once: the agent and what it left are gone, the outcome is recorded, the printed command completes it', async () => {
    const { child, ran } = await build({ worker: [...waiting('obedient'), ...usualWork] })
    await untilAtWork()
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

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('I-33 %s ends as cleanly, says how to resume, and resume completes it', async (signal, code) => {
    const { child, ran } = await build({ worker: [...waiting('obedient'), ...usualWork] })
    await untilAtWork()
    child.kill(signal)
    const { exitCode, out } = await ran
    expect(exitCode).toBe(code)
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^Next: forge resume open-the-shop-/)
    expect(place.living()).toEqual([])
    place.openGate()
    expect((await place.forge(['resume', '--yes'])).exitCode).toBe(0)
  })

  it('I-33 twice: an agent that ignores signals is killed at once, and resume completes all the same', async () => {
    const { child, ran } = await build({ worker: [...waiting('stubborn'), ...usualWork] })
    await untilAtWork()
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

  it('I-33 a check that runs is ended too', async () => {
    const [unit] = usualPlan.with.plan.units
    const slow = { ...unit, verify: [{ name: 'slow', run: 'sleep 47' }] }
    const plan = { do: 'answer', with: { plan: { summary: 'Slow.', units: [slow] } } }
    const { child, ran } = await build({ planner: [plan], worker: usualWork })
    let out = ''
    child.stdout?.on('data', (chunk: string) => (out += chunk))
    await until(() => out.includes('shop verify') && place.living().length > 0, 15_000)
    const before = performance.now()
    child.kill('SIGINT')
    expect((await ran).exitCode).toBe(130)
    expect(performance.now() - before).toBeLessThan(5000)
    expect(place.living()).toEqual([])
  })

  it.skipIf(isMissing('tmux'))(
    'I-33 typed at a terminal it does the same, and the last line says how to resume',
    async () => {
      place = await makePlace({ worker: waiting('obedient') })
      const terminal = place.openTerminal()
      terminal.type('forge build "Open the shop" --yes; echo exit=$?', 'Enter')
      await terminal.shows('shop implement')
      await untilAtWork()
      terminal.type('C-c')
      expect(await terminal.shows('exit=130')).toMatch(/Next: forge resume open-the-shop-\S+\nexit=130/)
      expect(place.living()).toEqual([])
    },
  )
})
