/**
 * `agents`: an attempt of the built-in agent under Forge (meter, sandbox where there is one, transcript) ÷ the same
 * program started by hand with the same fake provider, whose answers take a second each. Beside it: what one more
 * running agent costs in memory of Forge, and how long its event loop is blocked while an agent floods its output.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { render } from '../packages/forge/src/messages/render.ts'
import { createBuiltinAgents } from '../packages/forge/src/adapters/agents/builtin/index.ts'
import { createScriptedAgents } from '../packages/forge/src/adapters/agents/scripted/index.ts'
import type { AdapterParts } from '../packages/forge/src/adapters/agents/session/index.ts'
import { createRedactor } from '../packages/forge/src/adapters/exec/index.ts'
import type { Agents } from '../packages/forge/src/engine/ports.ts'
import { createMetering, type Metering } from '../packages/forge/src/forge/world/meter.ts'
import { placesOf, type Repository } from '../packages/forge/src/forge/place/places.ts'
import { openSandbox } from '../packages/forge/src/forge/world/sandbox.ts'
import { keepTranscript } from '../packages/forge/src/forge/world/transcripts.ts'
import { agentTaskOf } from '../packages/forge/src/testing/builders/agent-task.ts'
import { inScratch, median, round } from './log/scratch.ts'

const rounds = 5
const together = 8
const floodMebibytes = 2048
const sources = join(import.meta.dirname, '../packages/forge/src')

export function benchAgents(): Promise<unknown> {
  return inScratch(async (directory) => {
    const fake = await startFake()
    try {
      const place = await placeIn(directory, fake.url)
      const hand: number[] = []
      const forge: number[] = []
      for (let index = 0; index < rounds; index += 1) {
        hand.push(await timed(() => byHand(place, fake.url)))
        forge.push(await timed(() => underForge(place, index)))
      }
      const time = {
        ratio: round(median(forge) / median(hand)),
        goal: 1.1,
        forgeMs: round(median(forge)),
        handMs: round(median(hand)),
      }
      const { mebibytes, helpers } = await memoryPerAgent(place)
      const memory = { memoryPerAgentMiB: round(mebibytes), memoryGoalMiB: 30, processesAroundAnAgent: round(helpers) }
      const flood = { floodMebibytes, longestStallMs: round(await stallUnderFlood(place)) }
      return { bench: 'agents', rounds, sandbox: place.sandbox, answersAfterMs: 1000, ...time, ...memory, ...flood }
    } finally {
      fake.child.kill()
    }
  })
}

interface Place {
  readonly tree: string
  readonly around: AdapterParts
  readonly metering: Metering
  readonly sandbox: string
  readonly agents: Agents
}

async function placeIn(directory: string, url: string): Promise<Place> {
  const repository: Repository = {
    id: 'bench',
    root: join(directory, 'repository'),
    gitDirectory: join(directory, 'repository/.git'),
  }
  const places = placesOf(repository, { XDG_STATE_HOME: join(directory, 'state') }, directory)
  const trees = join(places.state, 'trees')
  const tree = join(trees, 'r.unit.m1')
  for (const folder of [repository.gitDirectory, tree, places.transcripts]) mkdirSync(folder, { recursive: true })
  const sandbox = await openSandbox(
    { mode: 'auto', network: { ports: [] } },
    { repository, state: dirname(places.state), objects: repository.gitDirectory },
  )
  if (!sandbox.ok) throw new Error(render(sandbox.failure.message, 'en'))
  const metering = createMetering({ env: { ANTHROPIC_API_KEY: 'x', ANTHROPIC_BASE_URL: url }, wall: () => Date.now() })
  const keeping = { directory: places.transcripts, redactor: createRedactor(['a-secret-that-nobody-prints']) }
  const around: AdapterParts = {
    pathOf: (id) => join(trees, id),
    privateDir: join(places.state, 'private'),
    scope: directory,
    clock: { wall: () => Date.now() },
    endpointOf: metering.endpointOf,
    transcriptOf: (task) => keepTranscript(keeping, task, Date.now()),
    ...(sandbox.value.wallsOf === undefined ? {} : { wallsOf: sandbox.value.wallsOf }),
  }
  const agents = metering.metered(createBuiltinAgents({ ...around, model: 'claude-sonnet-4-5' }))
  return { tree, around, metering, sandbox: sandbox.value.record.held, agents }
}

/** Three turns: a command, a file, the answer. */
function promptWith(delay: number): string {
  const answer = { nonce: '{{nonce}}', status: 'done' }
  const steps = [
    { bash: 'true', delay },
    { write: ['a.txt', 'a\n'], delay },
    { answer, delay },
  ]
  return `FAKE:${JSON.stringify({ id: 'bench', steps })}ENDFAKE`
}

async function underForge({ agents }: Place, index: number): Promise<void> {
  const task = agentTaskOf({ brief: promptWith(1000) }, { key: `bench/0/m1/work#${index + 1}` })
  const end = await (await agents.start(task, () => undefined)).ended
  if (end.end !== 'answered') throw new Error(`under Forge: ${JSON.stringify(end)}`)
}

async function byHand({ tree }: Place, url: string): Promise<void> {
  const { prompt, schema } = agentTaskOf({ brief: promptWith(1000) })
  const told = {
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    endpoint: { baseUrl: url, key: 'x' },
    prompt: { system: prompt.system, text: prompt.text },
    schema,
    turns: 10,
    may: ['read', 'run', 'edit'],
  }
  const program = join(sources, 'adapters/agents/builtin/agent.ts')
  const child = spawn(process.execPath, ['--conditions=source', program], {
    cwd: tree,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.end(JSON.stringify(told))
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (!said.includes('"finished"')) throw new Error(`by hand: ${said.slice(-500)}`)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/**
 * Memory with agents that all wait for their provider, against none: the growth of this process, and the helpers around
 * each agent (sandbox, gate). The agent's own program is the same without Forge and is not counted. Shared pages count
 * in part (PSS).
 */
async function memoryPerAgent(place: Place): Promise<Memory> {
  // The first agents load code that all later ones share.
  await memoryOf(place, 'warm', 1)
  return memoryOf(place, 'many', together)
}

interface Memory {
  readonly mebibytes: number
  readonly helpers: number
}

async function memoryOf({ agents }: Place, name: string, count: number): Promise<Memory> {
  const before = pssOf(process.pid)
  const sessions = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      agents.start(
        agentTaskOf({ brief: promptWith(60_000) }, { key: `bench/0/${name}/work#${index + 1}` }),
        () => undefined,
      ),
    ),
  )
  await sleep(10_000)
  const helpers = descendantsOf(process.pid).filter(isHelper)
  const grown = Math.max(0, pssOf(process.pid) - before)
  const kibibytes = grown + helpers.reduce((sum, pid) => sum + pssOf(pid), 0)
  await Promise.all(sessions.map((session) => session.kill()))
  return { mebibytes: kibibytes / count / 1024, helpers: helpers.length / count }
}

/** From this machine's kernel: a process's share of memory in KiB. */
function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

function descendantsOf(pid: number): readonly number[] {
  const parents = readdirSync('/proc').flatMap((name): [number, number][] => {
    if (!/^\d+$/.test(name)) return []
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'latin1')) ?? []
      return [[Number(name), Number(parent)]]
    } catch {
      return []
    }
  })
  const below = (above: number): number[] =>
    parents.filter(([, parent]) => parent === above).flatMap(([child]) => [child, ...below(child)])
  return below(pid)
}

/** Every process around an agent that is neither the agent nor the fake provider of this bench. */
function isHelper(pid: number): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    const isAgent = words.includes('builtin/agent.ts') && !/^[^\0]*bwrap\0/.test(words)
    return !isAgent && !words.includes('fake-llm')
  } catch {
    return false
  }
}

async function stallUnderFlood({ around, tree }: Place): Promise<number> {
  const scriptPath = join(tree, 'flood.json')
  const steps = [{ do: 'flood', mebibytes: floodMebibytes }, { do: 'answer' }]
  writeFileSync(scriptPath, JSON.stringify({ version: 1, rules: [{ steps }] }))
  const agents = createScriptedAgents({ ...around, scriptPath })
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  const end = await (await agents.start(agentTaskOf({}, { key: 'bench/0/flood/work#1' }), () => undefined)).ended
  delays.disable()
  if (end.end !== 'answered') throw new Error(`the flood: ${JSON.stringify(end)}`)
  return delays.max / 1e6
}

async function startFake(): Promise<{ child: ChildProcess; url: string }> {
  const main = join(sources, 'surfaces/cli/main.ts')
  const child = spawn(process.execPath, ['--conditions=source', main, 'fake-llm', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [first] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, url: (JSON.parse(first.toString('utf8')) as { url: string }).url }
}
