/** One behaviour of the torture chamber against one adapter: a real program, a real tree, and what is left of both. */
import { join } from 'node:path'
import { createClock } from '#adapters/clock/index.ts'
import { endProcesses } from '#adapters/exec/index.ts'
import { readPlain } from '#adapters/files/unfollowed.ts'
import type { AdapterParts } from '#adapters/agents/session/index.ts'
import { changedFile, type Behaviour } from '#testing/torture/index.ts'
import { promptOf } from '#core/context/prompt.ts'
import type { AgentEnd, Agents, AgentSession, AgentTask } from '#engine/ports.ts'
import type { Said } from '#messages/said.ts'
import { answerSchemaOf } from '#model/answer-schema.ts'
import { hashText } from '#model/digest.ts'
import { sightOf, type Ground } from './ground.ts'
import { judgement, type Seen } from './judgement.ts'

export interface Trial {
  readonly behaviour: string
  readonly what: Said
  /** How it ended, in a few words. */
  readonly seen: Said
  /** What is wrong with that; empty: it passed. */
  readonly complaints: readonly Said[]
}

export interface Chamber {
  readonly directory: string
  readonly ground: Ground
  readonly scope: string
  readonly agentsOf: (around: AdapterParts) => Agents
}

const clock = createClock()

/** Time for a program to start and print something, on a busy machine. */
const startMs = 10_000

export async function tryBehaviour(chamber: Chamber, behaviour: Behaviour): Promise<Trial> {
  const { ground } = chamber
  const tree = await ground.makeTree(`tree-${behaviour.name}`)
  const task = taskOf(behaviour)
  const before = await sightOf(ground.project)
  const session = await chamber.agentsOf(surroundingsOf(chamber, behaviour, tree)).start(task, () => undefined)
  const end = await bringToEnd(session, behaviour, join(tree, changedFile))
  const left = (await endProcesses({ scope: chamber.scope })).ended
  const seen: Seen = {
    end,
    left,
    changed: await textOf(join(tree, changedFile)),
    nonce: task.task.nonce,
    now: clock.wall(),
    outside:
      ground.wallsOf === undefined ? 'not held' : (await sightOf(ground.project)) === before ? 'same' : 'changed',
  }
  return { behaviour: behaviour.name, what: behaviour.what, ...judgement(behaviour, seen) }
}

async function bringToEnd(session: AgentSession, behaviour: Behaviour, sign: string): Promise<AgentEnd> {
  if (behaviour.endedBy === 'itself') return session.ended
  await appears(sign)
  await session.interrupt()
  if (behaviour.endedBy === 'kill') {
    await clock.sleep(300)
    await session.kill()
  }
  return session.ended
}

async function appears(path: string): Promise<void> {
  for (let waited = 0; waited < startMs && (await textOf(path)) === undefined; waited += 50) await clock.sleep(50)
}

async function textOf(path: string): Promise<string | undefined> {
  return (await readPlain(path))?.toString('utf8')
}

function surroundingsOf(
  { directory, scope, ground: { wallsOf } }: Chamber,
  { reachesOut }: Behaviour,
  tree: string,
): AdapterParts {
  const walls = reachesOut === undefined || wallsOf === undefined ? {} : { wallsOf }
  return { pathOf: () => tree, privateDir: join(directory, 'private'), scope, clock, ...walls }
}

function taskOf({ name }: Behaviour): AgentTask {
  const oid = '0'.repeat(40)
  const task = {
    do: 'work',
    role: 'worker',
    unit: 'tortured',
    nonce: hashText(`torture ${name}`),
    account: 'default',
    wallMs: 60_000,
    idleMs: 30_000,
    brief: `TORTURE ${name}`,
    variant: 'plain',
    base: oid,
    start: oid,
    at: 0,
  } as const
  const schema = answerSchemaOf(task)
  const prompt = promptOf(task, undefined)
  if (!prompt.ok) throw new Error(`no prompt: ${prompt.failure.fault}`)
  return { key: `torture/0/${name}/work#1`, performance: 1, tree: `tree-${name}`, task, schema, prompt: prompt.value }
}
