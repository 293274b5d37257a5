import { describe, expect, it } from 'vitest'
import type { Entry, Log } from '#engine/ports.ts'
import type { Event } from '#model/event.ts'
import { success, type Result } from '#model/result.ts'
import { specOf } from '#testing/builders/index.ts'
import { watchRun, type Watched } from './watch.ts'

const entryOf = (seq: number, event: Event): Entry<Event> => ({ seq, event }) as Entry<Event>
const created = { type: 'run.created', v: 1, at: 1, run: 'r', spec: specOf(), nonce: 'n' } as unknown as Event
const paused = { type: 'run.paused', v: 1, at: 2, by: { kind: 'operator', name: 'ada' } } as unknown as Event

/** A log that holds one event, and then returns one batch per call of `tell`. */
function logOf(batches: readonly (readonly Entry<Event>[])[]): Log<Event> {
  return {
    read: () => Promise.resolve(success([entryOf(1, created)])),
    async *follow() {
      for (const batch of batches) yield await Promise.resolve(success(batch))
    },
  } as unknown as Log<Event>
}

async function seen(batches: readonly (readonly Entry<Event>[])[], driven: readonly boolean[] = []): Promise<string[]> {
  const answers = [...driven]
  const told: string[] = []
  const watching = watchRun({
    log: logOf(batches),
    run: 'r',
    signal: new AbortController().signal,
    clock: { sleep: () => new Promise(() => undefined) },
    isDriven: () => Promise.resolve(answers.shift() ?? true),
  })
  for await (const item of watching as AsyncIterable<Result<Watched, unknown>>)
    if (item.ok) told.push(`${item.value.state.status} ${item.value.entries.length} ${item.value.isDriven}`)
  return told
}

describe('watching a run', () => {
  it('S0-16 tells the run as it stands, and again after everything that happens to it while it is driven', async () => {
    expect(await seen([[entryOf(2, paused)], [entryOf(3, { ...paused, type: 'run.resumed' } as Event)]])).toEqual([
      'running 1 true',
      'paused 1 true',
      'running 1 true',
    ])
  })

  it('tells whether somebody drives it', async () => {
    expect(await seen([], [false])).toEqual(['running 1 false'])
  })
})
