/**
 * The contract of a host of the reducer: whatever is duplicated, reordered, lost in a crash, folded from an old
 * snapshot or performed twice, the run ends as it would have, and nothing counts twice. Hostile by default; every host
 * runs it.
 */
import assert from 'node:assert/strict'
import { catchUp, type createActor } from '#engine/actor.ts'
import { runCodec, runStream } from '#engine/streams.ts'
import { render } from '#messages/render.ts'
import { raw } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import type { Message } from '#model/message.ts'
import type { Log } from '#engine/ports.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { ContractKit } from './kit.ts'
import { granted, type LogHarness, type MakeHarness } from './log-harness.ts'
import { Post } from './actor-post.ts'
import { initialState, type RunState } from '#core/state/state.ts'

const run = 'contract'

export interface ActorHost {
  readonly createActor: typeof createActor
  readonly makeHarness: MakeHarness
}

export function actorContract(kit: ContractKit, name: string, host: ActorHost): void {
  kit.describe(`actor contract: ${name}`, () => {
    kit.it('a run ends done, each merge and each outcome once, whatever the post office does (I-8, I-10, I-12)', () =>
      kit.property(async (choices) => {
        const harness = await host.makeHarness()
        try {
          await deliverEverything(host, harness, choices)
        } finally {
          await harness.dispose()
        }
      }),
    )

    kit.it('a message that was turned appends nothing when it comes again, also to a new actor (I-10)', () =>
      inHost(host, async ({ log, post }) => {
        const start = post.start()
        const actor = await enter(host, log, post, initialState(run))
        granted(await actor.post(start))
        granted(await actor.post(start))
        const again = await enter(host, log, post, initialState(run))
        granted(await again.post(start))
        const entries = granted(await log.read(run, 0))
        assert.equal(entries.filter(({ event }) => event.type === 'run.created').length, 1)
        assert.equal(entries.filter(({ event }) => event.type === 'command.refused').length, 0)
      }),
    )

    kit.it('an actor that lost its place stops and offers nothing more (I-9)', () =>
      inHost(host, async ({ log, post }) => {
        const old = await enter(host, log, post, initialState(run))
        granted(await old.post(post.start()))
        await enter(host, log, post, old.view())
        const offered = post.offers
        const posted = await old.post({
          type: 'pause',
          id: 'late',
          at: 1,
          by: { kind: 'operator', name: 'ada' },
          reason: raw('late'),
        })
        assert.equal(posted.ok, false)
        old.offer()
        assert.equal(post.offers, offered)
      }),
    )
  })
}

interface HostRoom {
  readonly log: Log<Event>
  readonly post: Post
}

async function inHost({ makeHarness }: ActorHost, body: (room: HostRoom) => Promise<void>): Promise<void> {
  const harness = await makeHarness()
  const log = granted(await harness.open(runCodec))
  try {
    await body({ log, post: new Post() })
  } finally {
    await log.close()
    await harness.dispose()
  }
}

async function enter(host: ActorHost, log: Log<Event>, post: Post, snapshot: RunState) {
  const writer = granted(await log.claim(run))
  const state = granted(await catchUp(runStream.core, log, run, snapshot))
  const actor = host.createActor({ stream: runStream, writer, state, offer: (commands) => post.take(commands) })
  actor.offer()
  return actor
}

/**
 * One program of the property: each choice delivers, repeats, reorders, crashes or ages; then everything is delivered.
 */
async function deliverEverything(host: ActorHost, harness: LogHarness, choices: readonly number[]): Promise<void> {
  const log = granted(await harness.open(runCodec))
  const post = new Post()
  const snapshots: RunState[] = [initialState(run)]
  post.put(post.start())
  let actor = await enter(host, log, post, initialState(run))
  for (const choice of choices) {
    const message = post.pick(choice)
    if (choice % 11 === 0) {
      // A crash: what was offered to this process is lost, and the next one starts from a snapshot of any age.
      post.crash()
      actor = await enter(host, log, post, snapshots[choice % snapshots.length] as RunState)
    } else if (message !== undefined) {
      // Two in one tick: the second turn reads the events of the first in its tail.
      const together = choice % 3 === 0 ? [message, post.pick(choice + 1) ?? message] : [message]
      for (const posted of await Promise.all(together.map((each) => actor.post(each)))) granted(posted)
      snapshots.push(actor.view())
      if (choice % 7 !== 0) for (const each of together) post.done(each)
      if (choice % 5 === 0) post.performTwice(message)
    }
  }
  for (let rounds = 0; rounds < 2000 && !post.isEmpty(); rounds += 1) {
    const message = post.pick(0) as Message
    granted(await actor.post(message))
    post.done(message)
  }
  const entries = granted(await log.read(run, 0))
  judge(
    entries.map(({ event }) => event),
    actor.view(),
    post,
  )
  await log.close()
}

function judge(events: readonly Event[], view: RunState, post: Post): void {
  const folded = runStream.core.fold(initialState(run), events)
  assert.equal(canonicalJson(view), canonicalJson(folded), 'the actor has another state than its log')
  assert.equal(folded.status, 'finished')
  assert.equal(folded.outcome, 'done', folded.reason === undefined ? undefined : render(folded.reason, 'en'))
  const finished = events.flatMap((event) => (event.type === 'attempt.finished' ? [event.key] : []))
  assert.equal(new Set(finished).size, finished.length, 'an outcome was taken twice')
  const merged = events.flatMap((event) => (event.type === 'unit.merged' ? [event.unit] : []))
  assert.deepEqual(merged.toSorted(), post.units, 'each unit is merged once')
}
