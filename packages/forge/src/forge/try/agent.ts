/**
 * One small task for one agent, in a repository made for it: the same world as a real run, with sandbox, meter and
 * guard, and one attempt. Everything is removed afterwards.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { environmentOf, run } from '#adapters/exec/index.ts'
import { makeFolder, makeOwnFolder, removePath } from '#adapters/files/plain.ts'
import type { AgentSettings } from '#config/agent-settings.ts'
import { promptOf } from '#core/context/prompt.ts'
import { superviseSession } from '#engine/perform/deadline.ts'
import type { AgentTask } from '#engine/ports.ts'
import { isSaid, raw, say, several, truncated, type Said } from '#messages/said.ts'
import { answerErrors, answerSchemaOf } from '#model/answer-schema.ts'
import { defined } from '#model/defined.ts'
import { hashText } from '#model/digest.ts'
import type { Failure } from '#model/failure.ts'
import type { Json } from '#model/json.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Price } from '#model/price.ts'
import { estimatedIn, tokensOf } from '#model/tokens.ts'
import type { Usage } from '#model/usage.ts'
import { accountStoreOf, usedAccounts } from '#forge/world/accounts.ts'
import type { Place } from '#forge/place/place.ts'
import { findRepository, placesOf, type Environment } from '#forge/place/places.ts'
import { refusal, type Refusal } from '#forge/refusal.ts'
import type { SandboxSettings } from '#forge/world/sandbox.ts'
import { providerOfAgent } from '#forge/world/agents/kinds.ts'
import { keepProbe, ownState } from './probes.ts'
import { emptyLedger } from '#forge/world/meter.ts'
import { openWorld, readUser, type RealWorld } from '#forge/world/world.ts'

export interface TryRequest {
  readonly agent: string
  readonly model?: string
  readonly env: Environment
  readonly home: string
  readonly sandbox: SandboxSettings
  readonly signal: AbortSignal
  readonly now: () => number
  /** The configuration of agents in a run. */
  readonly told: AgentSettings
  /** The configuration's own; those of the price book come after them. */
  readonly prices: readonly Price[]
  readonly say: (text: Said) => void
}

export interface Tried {
  readonly agent: string
  /** What failed; empty: the agent did its task and reported so. */
  readonly problems: readonly Said[]
  readonly durationMs: number
  readonly usage: Usage
  /** The model that it reported. */
  readonly model?: string
}

const wanted = 'hello from the agent\n'
const limits = { wallMs: 300_000, idleMs: 120_000 }

export interface AgentTrial {
  /** One small task in a repository made for it. */
  try(
    asked: { readonly agent: string; readonly model?: string },
    talk: { readonly signal: AbortSignal; readonly say: (said: Said) => void },
  ): Promise<Result<Tried, Refusal>>
}

export function agentTrialOf({ decider, trust, config, surroundings }: Place): AgentTrial {
  return {
    async try(asked, talk) {
      const [by, settings] = [await decider(), await config()]
      if (!by.ok) return by
      const trusted = await trust.require()
      if (!trusted.ok) return trusted
      if (!settings.ok) return settings
      const { env, home } = surroundings
      const { sandbox: mode, network, agents: told, prices } = settings.value.settings
      const given = { env, home, now: () => surroundings.now(), told, prices, sandbox: { mode, network } }
      return tryAgent({ ...asked, ...talk, ...given })
    },
  }
}

async function tryAgent(request: TryRequest): Promise<Result<Tried, Refusal>> {
  // Beside Forge's state, not in a temporary folder: some agents refuse to keep their own helpers there.
  const parent = ownState(request.env, request.home)
  makeFolder(parent)
  const folder = makeOwnFolder(join(parent, 'try-'))
  try {
    const made = await makeRepository(folder)
    if (!made.ok) return made
    const repository = findRepository(join(folder, 'project'))
    if (!repository.ok) return repository
    const user = await readUser(repository.value)
    if (!user.ok) return user
    const places = placesOf(repository.value, { XDG_STATE_HOME: join(folder, 'state') }, folder)
    const { agent, env, home, sandbox, told, say: tell } = request
    const accounts = await usedAccounts(accountStoreOf(env, home))
    if (!accounts.ok) return accounts
    const { variables, of } = accounts.value
    const given = { repository: repository.value, places, agent, env, sandbox, told, accounts: variables, say: tell }
    const world = await openWorld(given, user.value)
    if (!world.ok) return world
    const [account = 'default'] = of(providerOfAgent(agent))
    world.value.follows(() => ({ ...emptyLedger, prices: request.prices }))
    const tried = await attempt(world.value, request, account)
    const { costMicros, source } = tried.usage
    const [tokens, estimatedMicros] = [tokensOf(tried.usage), estimatedIn(tried.usage)]
    const probe = { at: request.now(), tokens, costMicros, estimatedMicros, durationMs: tried.durationMs, source }
    if (probe.tokens > 0) keepProbe(parent, agent, probe)
    return success(tried)
  } finally {
    removePath(folder)
  }
}

async function attempt(
  { world, user }: RealWorld,
  { agent, model, signal }: TryRequest,
  account: string,
): Promise<Tried> {
  const tree = 'try.unit.hello'
  await world.trees.make(tree, user.head)
  const task = taskOf(user.head, tree, { model, account })
  const startedAt = world.clock.monotonic()
  let ranOn: string | undefined
  const session = await world.agents.start(task, (report) => {
    if (report.kind === 'session') ranOn = report.model
  })
  const end = await superviseSession(world.clock, session, limits, signal)
  const durationMs = Math.round(world.clock.monotonic() - startedAt)
  const content = await world.trees.snapshot(tree)
  const path = typeof content === 'string' ? await readMade(world, content, user.head) : say('tree.isGone')
  const problems =
    end.end === 'failed'
      ? [describe(end.failure)]
      : [...answerErrors(task.task, end.answer), ...saysDone(end.answer), ...(path === undefined ? [] : [path])]
  return { agent, problems, durationMs, usage: end.usage, ...defined({ model: ranOn }) }
}

/** What is wrong with the agent's work, according to git: it must be exactly the one file. */
async function readMade({ git }: RealWorld['world'], tree: string, base: string): Promise<Said | undefined> {
  const changed = await git.changedPaths(await git.treeOf(base), tree)
  if (changed.length === 1 && changed[0] === 'hello.txt') return undefined
  return changed.length === 0
    ? say('agent.trialChangedNothing')
    : say('agent.trialChangedOtherFiles', { paths: changed.join(', ') })
}

function saysDone(answer: Json): Said[] {
  const status = typeof answer === 'object' && answer !== null && 'status' in answer ? answer.status : undefined
  return status === 'done' ? [] : [say('agent.trialAnsweredOtherwise', { answer: JSON.stringify(status ?? null) })]
}

function describe(failure: Failure): Said {
  const { tag, ...details } = failure
  const words = Object.values(details).flatMap(wordsOf)
  return words.length === 0 ? raw(tag) : truncated(say('agent.trialFailed', { tag, why: several(words, ', ') }), 2000)
}

/** The texts in any part of a failure. */
function wordsOf(part: unknown): readonly Said[] {
  if (part === null) return []
  if (isSaid(part)) return [part]
  if (Array.isArray(part)) return part.length === 0 ? [] : [several(part.flatMap(wordsOf), ',')]
  if (typeof part === 'object') return Object.values(part).flatMap(wordsOf)
  return [raw(typeof part === 'string' ? part : JSON.stringify(part))]
}

function taskOf(
  base: string,
  tree: string,
  { model, account }: { readonly model: string | undefined; readonly account: string },
): AgentTask {
  const task = {
    do: 'work',
    role: 'worker',
    unit: 'hello',
    nonce: hashText(randomBytes(16).toString('hex')),
    account,
    ...limits,
    brief: `Write the file hello.txt with exactly this line in it: ${wanted.trim()}. Nothing else is needed, and no test.`,
    variant: 'plain',
    base,
    start: base,
    at: 0,
    ...(model === undefined ? {} : { route: { tier: 'light', model, reasons: ['asked for'] } }),
  } as const satisfies AgentTask['task']
  const schema = answerSchemaOf(task)
  const prompt = promptOf(task, undefined)
  if (!prompt.ok) throw new Error(`no prompt: ${prompt.failure.fault}`)
  return { key: 'try/0/hello/work#1', performance: 1, tree, task, schema, prompt: prompt.value }
}

async function makeRepository(folder: string): Promise<Result<void, Refusal>> {
  const project = join(folder, 'project')
  makeFolder(project)
  const env = environmentOf({ home: folder, tmp: folder, set: { GIT_CONFIG_NOSYSTEM: '1' } })
  const identity = ['-c', 'user.name=Forge', '-c', 'user.email=forge@example.invalid']
  const commands = [
    ['init', '--quiet', '--initial-branch=main'],
    [...identity, 'commit', '--quiet', '--allow-empty', '-m', 'Start'],
  ]
  for (const args of commands) {
    const ended = await run({ file: 'git', args, cwd: project, env, wallMs: 60_000 })
    if (ended.exitCode !== 0)
      return failed(
        refusal(
          'git',
          say('git.commandFailed', { args: args.join(' '), error: ended.stderr.tail.toString('utf8').slice(0, 500) }),
        ),
      )
  }
  return success(undefined)
}
