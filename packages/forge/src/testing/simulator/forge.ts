/** A simulated Forge: the production driver, actor, performer and host door, started on the simulated machine. */
import type { Driver, DriverEnd } from '#engine/driver.ts'
import { startDriver } from '#engine/driver.ts'
import { createHostClient } from '#engine/host.ts'
import { simulatedLocks, simulatedLog, type Acknowledged, type HeldLock } from './journal.ts'
import { run, type Machine } from './machine.ts'
import type { Process } from './process.ts'
import { createWorld } from './world.ts'

export interface Forge {
  readonly process: Process
  driver: Driver | undefined
  /** Handles to close when the process is gone. */
  readonly logs: { close(): Promise<void> }[]
  state: 'starting' | 'driving' | 'refused' | 'ended'
  end: DriverEnd | undefined
}

export interface Shared {
  readonly acknowledged: Acknowledged
  readonly locks: Map<string, HeldLock>
}

export function startForge(machine: Machine, process: Process, shared: Shared): Forge {
  const forge: Forge = { process, driver: undefined, logs: [], state: 'starting', end: undefined }
  const start = async (): Promise<void> => {
    const [runLog, sharedLog] = await Promise.all([
      machine.journal.open(machine.codec),
      machine.journal.open(machine.hostCodec),
    ])
    forge.logs.push(runLog, sharedLog)
    const log = simulatedLog(runLog, process, shared.acknowledged)
    const door = createHostClient(simulatedLog(sharedLog, process, shared.acknowledged), (to, key, grant) => {
      if (to !== run) machine.watch.violated('grants', `a grant for ${to}`)
      void forge.driver?.post({
        type: 'grant',
        id: key,
        at: machine.timeline.wall(),
        ...grant,
        contested: [...grant.contested],
      })
    })
    const driver = await startDriver({
      run,
      log,
      locks: simulatedLocks(shared.locks, process),
      world: createWorld(machine, process),
      self: { process: process.id },
      async postToHost(message) {
        await door.post(message)
      },
      postToRun: () => Promise.resolve(),
    })
    if (!driver.ok) {
      forge.state = 'refused'
      machine.watch.reached(`start refused: ${driver.failure.why}`)
      return process.die()
    }
    forge.driver = driver.value
    forge.state = 'driving'
    // Entering the host stream offers every grant again: one that was lost with an earlier process arrives now.
    await configureHost(machine, door)
    await driver.value.takeInbox()
    forge.end = await driver.value.ended
    forge.state = 'ended'
    process.die()
  }
  void start().catch((error: unknown) =>
    machine.watch.violated('no bug', String(error instanceof Error ? error.stack : error)),
  )
  return forge
}

async function configureHost(machine: Machine, door: ReturnType<typeof createHostClient>): Promise<void> {
  await door.post({
    type: 'configure',
    id: `configure-${machine.timeline.now()}`,
    at: machine.timeline.wall(),
    slots: machine.scenario.machineSlots,
  })
}
