/** The simulated machine: everything that outlives a Forge process. */
import type { Json } from '#model/json.ts'
import type { HostEvent } from '#model/host.ts'
import type { Message } from '#model/message.ts'
import { hostCodec, runCodec } from '#engine/streams.ts'
import type { Codec, Log, PerformanceRecord } from '#engine/ports.ts'
import type { Journal } from './journals.ts'
import type { Event } from '#model/event.ts'
import { codecFor } from './codec.ts'
import { createRepository, writeCommit, writeTree, type Repository } from './git.ts'
import { testLines } from './tests.ts'
import { createCheckout, type Checkout } from './checkout.ts'
import type { SimAgent } from './behaviour.ts'
import type { Scenario } from './scenario.ts'
import type { Timeline } from './timeline.ts'
import { randomOf, type Random } from './random.ts'

export const run = 'sim'

export interface Machine {
  readonly scenario: Scenario
  readonly timeline: Timeline
  readonly random: Random
  readonly journal: Journal
  /** The run's log as an observer reads it. */
  readonly door: Log<Event>
  readonly codec: Codec<Event>
  readonly hostCodec: Codec<HostEvent>
  readonly repository: Repository
  readonly base: string
  /** The user's own checkout of `main`. */
  readonly checkout: Checkout
  /** Working trees by id. */
  readonly trees: Map<string, Map<string, string>>
  readonly aside: Map<string, ReadonlyMap<string, string>>
  readonly records: Map<string, PerformanceRecord>
  readonly agents: SimAgent[]
  /** The iterations in which each unit was worked on, in the order of their first agents. */
  readonly iterations: Map<string, string[]>
  readonly notices: Map<string, number>
  /** Accesses to refs and trees that only the oracles check. */
  readonly watch: Watch
  disk: 'ok' | 'full'
  /** How often another party has moved the integration ref. */
  outside: number
  /** Whether the agent program is installed. */
  agent: 'there' | 'missing'
  /** Faults are over: agents and the human answer, nothing breaks any more. */
  healed: boolean
  /** Queue a message for the run, as another process would. */
  say(message: DistributiveOmit<Message, 'id' | 'at'>, id?: string): Promise<void>
  readonly said: string[]
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** Callbacks of oracles, called the moment something happens. */
export interface Watch {
  onRemoveTree(id: string): void
  onUpdateRef(ref: string, next: string | undefined): void
  /** Forge moved a branch of the user's repository. */
  onMoveBranch(branch: string, old: string | undefined, next: string): void
  /** Objects were fetched into the user's repository. */
  onBring(commit: string): void
  /** The user's checkout was updated, fully or half. */
  onTurn(from: string, to: string): void
  onKill(agent: SimAgent): void
  onSpawn(agent: SimAgent): void
  readonly reached: (state: string) => void
  readonly violated: (invariant: string, detail: string) => void
}

export async function createMachine(
  scenario: Scenario,
  timeline: Timeline,
  watch: Watch,
  journal: Journal,
): Promise<Machine> {
  const repository = createRepository()
  const tree = writeTree(
    repository,
    new Map([
      ['README.md', 'a project'],
      ['src/file-0.ts', testLines.join('\n')],
      ['src/file-2.ts', testLines.join('\n')],
    ]),
  )
  const base = writeCommit(repository, { tree, parents: [], message: 'start', at: 0 })
  repository.refs.set('refs/heads/main', base)
  const said: string[] = []
  const codec = codecFor(scenario.seed, runCodec)
  const door = await journal.open(codec)
  return {
    scenario,
    timeline,
    random: randomOf(`${scenario.seed}/machine`),
    journal,
    door,
    codec,
    hostCodec: codecFor(scenario.seed, hostCodec),
    repository,
    base,
    checkout: createCheckout(repository, base),
    trees: new Map(),
    aside: new Map(),
    records: new Map(),
    agents: [],
    iterations: new Map(),
    notices: new Map(),
    watch,
    disk: 'ok',
    agent: 'there',
    outside: 0,
    healed: false,
    said,
    async say(message, id = `human-${said.length + 1}`) {
      said.push(id)
      await door.leave(run, { id, body: { ...message, id, at: timeline.wall() } as unknown as Json })
    },
  }
}
