import { describe, expect, it } from 'vitest'
import { environmentOf, start } from '#adapters/exec/index.ts'
import { success, type Result } from '#model/result.ts'
import type { Refusal } from './refusal.ts'
import { openSupervisor } from './supervisor.ts'

type Driven = Promise<Result<string, Refusal>>

/** Drives until it is stopped. */
function untilStopped(signal: AbortSignal): Driven {
  return new Promise((resolve) => {
    const end = (): void => resolve(success('stopped'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}

/** The same, with a process that outlives the stop signal. */
function withProcess(started: (pid: number) => void): (signal: AbortSignal) => Driven {
  return async (signal) => {
    const env = environmentOf({ home: '/nonexistent', tmp: '/tmp' })
    const running = await start(
      { file: 'sleep', args: ['600'], cwd: '/', env },
      { by: 'nothing', why: { raw: 'a test' } },
    )
    started(running.pid ?? 0)
    await Promise.all([running.ended, untilStopped(signal)])
    return success('ended')
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a supervisor', () => {
  it('(1) stops one run and no other', async () => {
    const supervisor = openSupervisor()
    const [one, other] = [supervisor.start(untilStopped), supervisor.start(untilStopped)]
    one.stop()
    expect(await one.ended).toEqual(success('stopped'))
    expect(supervisor.count()).toBe(1)
    other.stop()
    await other.ended
    expect(supervisor.count()).toBe(0)
  })

  it('(1) (2) (3) ends the processes of one run, then its own, and never those of another supervisor', async () => {
    const [supervisor, stranger] = [openSupervisor(), openSupervisor()]
    const pids: number[] = []
    const three = [supervisor, supervisor, stranger].map((owner) => {
      const begun = Promise.withResolvers<void>()
      const run = owner.start(
        withProcess((pid) => {
          pids.push(pid)
          begun.resolve()
        }),
      )
      return { run, begun: begun.promise }
    })
    for (const { begun } of three) await begun
    const [first, second, third] = three.map(({ run }) => run)
    await first?.kill()
    expect(await first?.ended).toEqual(success('ended'))
    expect(pids.filter(lives)).toHaveLength(2)
    await supervisor.kill()
    expect(await second?.ended).toEqual(success('ended'))
    expect(pids.filter(lives)).toHaveLength(1)
    expect([supervisor.count(), stranger.count()]).toEqual([0, 1])
    await stranger.kill()
    await third?.ended
    expect(pids.filter(lives)).toEqual([])
  })

  it('(2) ends what was started within it beside its runs', async () => {
    const supervisor = openSupervisor()
    const begun = Promise.withResolvers<number>()
    const work = supervisor.within(() => withProcess((pid) => begun.resolve(pid))(AbortSignal.abort()))
    const pid = await begun.promise
    await supervisor.kill()
    await work
    expect(lives(pid)).toBe(false)
  })

  it('(4) is told to stop and to kill by signals that it is given, and starts nothing that goes on after that', async () => {
    const [stop, kill] = [new AbortController(), new AbortController()]
    const [stopped, killed] = [openSupervisor({ signal: stop.signal }), openSupervisor({ kill: kill.signal })]
    const runs = [stopped.start(untilStopped), killed.start(untilStopped)]
    stop.abort()
    kill.abort()
    for (const run of [...runs, stopped.start(untilStopped), killed.start(untilStopped)])
      expect(await run.ended).toEqual(success('stopped'))
  })
})
