/** Agents and Forge that die at work, through the real command line: noticed in time, and nobody is left behind (I-33, I-40). */
import { afterEach, describe, expect, it } from 'vitest'
import type { Event } from '#model/event.ts'
import { until } from '../processes/living.ts'
import { makePlace, usualWork, waiting, type Place, type Steps } from './place.ts'

let place: Place | undefined
afterEach(() => {
  place?.end()
  place = undefined
})

/** Leaves children in every way there is, then waits at the gate without a word. */
const leaving: Steps = [
  ...['setsid', 'double-fork', 'nohup'].map((how) => ({ do: 'spawn', how, ms: 600_000 })),
  ...waiting('obedient'),
  ...usualWork,
]

/** A build whose worker stands at the gate, and how it ends. */
async function atGate(made: Place) {
  const driver = made.start(['build', 'Open the shop', '--yes'])
  let out = ''
  for (const stream of [driver.stdout, driver.stderr]) stream?.on('data', (chunk: Buffer) => (out += String(chunk)))
  const ended = new Promise<number | null>((resolve) => driver.once('close', resolve))
  await until(() => out.includes('shop implement'), 30_000)
  // The agent, what it left in three ways, and the shell at the gate with its own child.
  await until(() => made.living().length >= 5, 30_000)
  return { driver, ended, told: () => out }
}

/** What waits at the gate sleeps in short-lived processes. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function eventsOf(made: Place): Promise<readonly Event[]> {
  const { out } = await made.forge(['events', '--json'])
  return out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: Event }).event)
}

describe('who dies at work', { timeout: 120_000 }, () => {
  it('I-40 an agent that was killed from outside is in the journal well within 30 s, and the work goes on', async () => {
    place = await makePlace({ worker: leaving })
    const { ended, told } = await atGate(place)
    const at = Date.now()
    for (const pid of place.living()) killIfThere(pid)
    place.openGate()
    expect([await ended, told()]).toEqual([0, expect.any(String)])
    const first = (await eventsOf(place)).find(
      (event) => event.type === 'attempt.finished' && event.key.endsWith('shop/implement#1'),
    )
    expect(first).toMatchObject({ outcome: { status: 'failed', failure: { tag: 'crash', signal: 'SIGKILL' } } })
    expect((first?.at ?? Number.POSITIVE_INFINITY) - at).toBeLessThan(30_000)
    expect(place.living()).toEqual([])
  })

  it('I-33 when Forge is killed while an agent works, whoever resumes sweeps all that was left by its key, and completes', async () => {
    place = await makePlace({ worker: leaving })
    const { driver, ended } = await atGate(place)
    driver.kill('SIGKILL')
    await ended
    place.openGate()
    const resumed = await place.forge(['resume', '--yes'])
    expect([resumed.exitCode, resumed.error]).toEqual([0, expect.any(String)])
    expect(place.living()).toEqual([])
    const works = (await eventsOf(place)).filter((event) => event.type === 'unit.merged')
    expect(works).toHaveLength(1)
  })
})
