/**
 * Watches the user's repository while agents work (F-27, B6): compares it before an agent starts and after it ended.
 *
 * 1. Every change between the two is reported, whatever its author. A change tied to the agent (`core/blame`) ends its
 * attempt as `outside`, so that the unit stops and is not merged.
 * 2. If the attempt ended in another way, by a deadline or a command, the unit's next attempt ends so.
 * 3. Looks run one after another and never block work: a repository that cannot be read is reported.
 *
 * Not covered: an agent whose Forge was killed while it worked, and what it changes outside of the repository.
 */
import { say, type Said } from '#messages/said.ts'
import type { UserSnapshot, AgentTraces } from '#model/user-snapshot.ts'
import type { AgentEnd, Agents, AgentSession, AgentTask } from '#engine/ports.ts'
import { noUsage } from '#model/usage.ts'
import { blame, changedFiles } from '#core/blame/blame.ts'
import { firstOf } from '#forge/faults.ts'

export interface Guarding {
  readonly look: () => Promise<UserSnapshot>
  /** What the agent wrote into a tree since then. */
  readonly traces: (tree: string, since: number) => Promise<AgentTraces>
  /** Paths that a unit declares to write. */
  readonly declared: (unit: string) => readonly string[]
  readonly user: string | undefined
  readonly wall: () => number
  readonly say: (said: Said) => void
}

export function guardedAgents(agents: Agents, guarding: Guarding): Agents {
  const looks = oneByOne(guarding)
  const owed = new Map<string, readonly string[]>()
  const said = new Set<string>()
  const judge = async (task: AgentTask, before: UserSnapshot, since: number): Promise<readonly string[]> => {
    const after = await looks()
    if (after === undefined) return []
    const traces =
      changedFiles({ before, after }).length === 0
        ? { written: new Map(), links: [] }
        : await guarding.traces(task.tree, since)
    const { unit } = task.task
    const found = blame({ before, after, traces, declared: guarding.declared(unit), user: guarding.user })
    const state = (name: string): string =>
      `${name} ${after.files.get(name) ?? after.refs.get(name)?.at ?? after.rules}`
    const news = (names: readonly string[]): string[] => names.filter((name) => !said.has(state(name)))
    for (const words of wordsFor(unit, { agent: found.agent, open: news(found.open) })) guarding.say(words)
    for (const name of found.open) said.add(state(name))
    return found.agent.slice(0, 200)
  }
  return {
    async start(task, reports) {
      const { unit } = task.task
      const debt = owed.get(unit)
      if (owed.delete(unit) && debt !== undefined) return endedSession(outside(debt), guarding.wall())
      const since = guarding.wall()
      const before = await looks()
      const session = await agents.start(task, reports)
      if (before === undefined) return session
      return watched(session, async (end, how) => {
        const paths = await judge(task, before, since)
        if (paths.length === 0) return end
        if (how === 'ended by Forge') owed.set(unit, paths)
        return { ...outside(paths), usage: end.usage }
      })
    },
  }
}

type Ending = 'ended by itself' | 'ended by Forge'

/** The session, with its end judged before its caller sees it. An end that Forge caused keeps its own reason. */
function watched(session: AgentSession, judge: (end: AgentEnd, how: Ending) => Promise<AgentEnd>): AgentSession {
  let how: Ending = 'ended by itself'
  const ended = session.ended.then((end) => judge(end, how))
  return {
    ended,
    lastSign: () => session.lastSign(),
    interrupt() {
      how = 'ended by Forge'
      return session.interrupt()
    },
    kill() {
      how = 'ended by Forge'
      return session.kill()
    },
  }
}

function oneByOne({ look, say: tell }: Guarding): () => Promise<UserSnapshot | undefined> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const next = last.then(look).catch((error: unknown) => {
      tell(say('tree.cannotBeWatched', { error: String(error).slice(0, 300) }))
      return undefined
    })
    last = next
    return next
  }
}

function wordsFor(unit: string, { agent, open }: ReturnType<typeof blame>): Said[] {
  const words: Said[] = []
  if (agent.length > 0) words.push(say('agent.changedYourRepository', { unit, paths: firstOf(agent) }))
  if (open.length > 0) words.push(say('tree.changedDuringWork', { unit, paths: firstOf(open) }))
  return words
}

function outside(paths: readonly string[]): Extract<AgentEnd, { end: 'failed' }> {
  return { end: 'failed', failure: { tag: 'outside', paths: [...paths] }, usage: noUsage }
}

function endedSession(end: AgentEnd, at: number): AgentSession {
  return {
    ended: Promise.resolve(end),
    lastSign: () => at,
    interrupt: () => Promise.resolve(),
    kill: () => Promise.resolve(),
  }
}
