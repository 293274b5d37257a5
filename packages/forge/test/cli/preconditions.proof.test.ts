/** What must be there before a run begins: each that is missing is told with what mends it, and nothing has begun. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makePlace, usualPlan, usualWork, type Place } from '../terminal/place.ts'

let place: Place
afterEach(() => place.end())

async function runs(): Promise<readonly unknown[]> {
  return JSON.parse((await place.forge(['status', '--json'])).out).runs
}

describe('before a run begins', { timeout: 120_000 }, () => {
  it('U-32 a script that cannot be followed is refused with its file and line, and no run is there', async () => {
    place = await makePlace()
    for (const [text, said] of [
      ['rules: [', /script\.yaml: .*line/],
      ['version: 1\nrules:\n  - steps: [{ do: fly }]\n', /script\.yaml:3: rule 1, step 1/],
    ] as const) {
      writeFileSync(join(place.root, '..', 'script.yaml'), text)
      const script = join(place.root, '..', 'script.yaml')
      const { exitCode, error } = await place.forge(['build', 'x', '--agent', `scripted:${script}`])
      expect(exitCode).toBe(4)
      expect(error).toMatch(said)
      expect(error).toContain('docs/scripted-agent.md')
    }
    expect(await runs()).toEqual([])
  })
})

describe('--yes', { timeout: 120_000 }, () => {
  it('I-22 waits with commands that only the plan has, names the flag, and runs them with it', async () => {
    const { with: answer } = usualPlan
    const [unit] = answer.plan.units
    const plan = { ...answer.plan, units: [{ ...unit, verify: [{ name: 'own', run: 'grep -q open shop.txt' }] }] }
    place = await makePlace({ planner: [{ do: 'answer', with: { plan } }], worker: usualWork })
    const waits = await place.forge(['build', 'Open the shop', '--yes'])
    expect(waits.exitCode).toBe(3)
    expect(waits.error).toContain('grep -q open shop.txt (to allow them without a question: --allow-plan-commands)')
    const [, run] = /^Next: forge approve (\S+)$/m.exec(waits.out) ?? []
    expect((await place.forge(['resume', String(run), '--yes', '--allow-plan-commands'])).exitCode).toBe(0)
  })
})
