/** A repository with real runs in a real journal, and the command line as a real process in temporary directories. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocks, openSqliteLog } from '#adapters/log/sqlite/index.ts'
import { runCore } from '#core/next/core.ts'
import type { OpenAttempt, RunState } from '#core/state/state.ts'
import { createActor, type Actor } from '#engine/actor.ts'
import { runCodec, runStream } from '#engine/streams.ts'
import { render } from '#messages/render.ts'
import { findRepository, placesOf, type Places } from '../../src/forge/place/places.ts'
import type { Outcome } from '#model/attempt.ts'
import type { Message } from '#model/message.ts'
import type { RunSpec } from '#model/run.ts'
import type { Plan } from '#model/unit.ts'
import type { Usage } from '#model/usage.ts'
import {
  approveMessage,
  finishedMessage,
  goodOutcome,
  grantMessage,
  planOf,
  specOf,
  startMessage,
  unitOf,
} from '#testing/builders/index.ts'
import { bundledCommandLine, compiled } from '../../../../scripts/bundled.ts'
import { callHere, trusting, type Ran } from '../calling.ts'

export type { Ran }

export interface Stage {
  readonly root: string
  readonly places: Places
  /** In this process. Extra variables win over the stage's own. */
  forge(args: readonly string[], env?: Readonly<Record<string, string>>, cwd?: string): Promise<Ran>
  /** As a process of its own. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<ChildProcess>
  /** The program and its first arguments: what `forge` is on a shell line. */
  command(): Promise<readonly string[]>
  /** Plays a run until nothing is due any more. */
  play(run: string, script?: Script): Promise<RunState>
  /** The journal as the next driver would read it. */
  inbox(run: string): Promise<readonly { id: string; body: unknown }[]>
  end(): void
}

export interface Script {
  readonly spec?: Partial<RunSpec>
  readonly plan?: Plan
  /** What an attempt answers; undefined: what a good one would; `hold`: nothing yet. */
  answer?(attempt: OpenAttempt): Outcome | 'hold' | undefined
  readonly approves?: 'no'
  /** What each attempt used; absent: what an agent told. */
  readonly usage?: Usage
  /** Said at the end. */
  readonly last?: Message
}

export const twoUnits = planOf([
  unitOf('api', { title: 'The API' }),
  unitOf('web', { title: 'The page', depends: ['api'] }),
])

export function makeStage(): Stage {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'forge-stage-')))
  const root = join(base, 'shop')
  mkdirSync(join(root, '.git'), { recursive: true })
  const home = join(base, 'home')
  mkdirSync(home)
  const found = findRepository(root)
  if (!found.ok) throw new Error(render(found.failure.message, 'en'))
  const places = placesOf(found.value, {}, home)
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    USER: 'ada',
    NODE_COMPILE_CACHE: compiled,
    ...trusting,
  }
  return {
    root,
    places,
    forge: (args, more = {}, cwd = root) => callHere(args, { cwd, env: { ...env, ...more } }),
    start: async (args, more = {}) =>
      spawn(process.execPath, [await bundledCommandLine(), ...args], {
        cwd: root,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    command: async () => [process.execPath, await bundledCommandLine()],
    play: (run, script = {}) => play(places, run, script),
    inbox: (run) => inboxOf(places, run),
    end: () => rmSync(base, { recursive: true, force: true }),
  }
}

export function collect(child: ChildProcess): Promise<Ran> {
  let out = ''
  let error = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (error += chunk))
  return new Promise((resolve) => child.on('close', (exitCode) => resolve({ exitCode, out, error })))
}

/** Made as the composition root makes them, so that a test holds the same lock as a driver would. */
export function locksOf(places: Places) {
  return createLocks(places.locks)
}

async function openLog(places: Places) {
  const log = await openSqliteLog(places.journal, runCodec)
  if (!log.ok) throw new Error(JSON.stringify(log.failure))
  return log.value
}

async function inboxOf(places: Places, run: string) {
  const log = await openLog(places)
  const inbox = await log.inbox(run)
  await log.close()
  if (!inbox.ok) throw new Error(JSON.stringify(inbox.failure))
  return inbox.value
}

type RunActor = Actor<RunState, Message>

async function play(places: Places, run: string, script: Script): Promise<RunState> {
  const log = await openLog(places)
  const writer = await log.claim(run)
  if (!writer.ok) throw new Error(JSON.stringify(writer.failure))
  const actor: RunActor = createActor({
    stream: runStream,
    writer: writer.value,
    state: runCore.initial(run),
    offer: () => undefined,
  })
  let said = 0
  const stamp = () => ({ id: `t${(said += 1)}`, at: 1_800_000_000_000 + said * 1000 })
  await post(actor, startMessage(stamp(), specOf({ request: 'Build the shop', ...script.spec })))
  for (
    let message = due(actor.view(), script, stamp);
    message !== undefined;
    message = due(actor.view(), script, stamp)
  )
    await post(actor, message)
  if (script.last !== undefined) await post(actor, script.last)
  await log.close()
  return actor.view()
}

async function post(actor: RunActor, message: Message): Promise<void> {
  const posted = await actor.post(message)
  if (!posted.ok) throw new Error(JSON.stringify(posted.failure))
}

/** What the world would say next. */
function due(state: RunState, script: Script, stamp: () => { id: string; at: number }): Message | undefined {
  const asked = state.capacity.open
  if (asked !== undefined)
    return grantMessage(stamp(), { serial: state.capacity.serial + 1, slots: asked.slots, answers: asked.key })
  const [question] = Object.values(state.questions)
  if (question !== undefined && script.approves !== 'no') return approveMessage(stamp(), question)
  for (const attempt of Object.values(state.openAttempts)) {
    const outcome = script.answer?.(attempt) ?? usual(state, attempt, script.plan ?? twoUnits)
    if (outcome !== 'hold') return finishedMessage(stamp(), { key: attempt.key, outcome, usage: script.usage ?? usage })
  }
  const { status, key } = state.tidying
  if (status !== 'intended' || key === undefined) return undefined
  return finishedMessage(stamp(), { key, outcome: { status: 'tidied', removed: [], aside: [] } })
}

const usage = {
  inputTokens: 900,
  outputTokens: 100,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costMicros: 12_500,
  source: 'reported',
} as const

function usual(state: RunState, attempt: OpenAttempt, plan: Plan): Outcome {
  const changed = state.units[attempt.unit]?.spec.writes ?? ['free.ts']
  return goodOutcome(attempt.task, { salt: attempt.key, plan, changed })
}
