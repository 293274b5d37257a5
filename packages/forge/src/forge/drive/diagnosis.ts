/**
 * A diagnosis of a run that halted, by a strong model that may only read. It comes after the remedies that Forge
 * itself knows. Forge awaits it so that it is really shown; if it fails, the run is unaffected.
 */
import { randomBytes } from 'node:crypto'
import { promptOf } from '#core/context/prompt.ts'
import { reachedLimit } from '#core/cost/limits.ts'
import { routeOf } from '#core/route/route.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { lockRun } from '#engine/exclusive-run.ts'
import { superviseSession } from '#engine/perform/deadline.ts'
import { scratchTree } from '#engine/perform/perform-context.ts'
import type { AgentTask } from '#engine/ports.ts'
import { render } from '#messages/render.ts'
import { isSaid, raw, say, type Said } from '#messages/said.ts'
import { answerErrors, answerSchemaOf } from '#model/answer-schema.ts'
import { defined } from '#model/defined.ts'
import { hashText } from '#model/digest.ts'
import type { Failure } from '#model/failure.ts'
import type { Json } from '#model/json.ts'
import type { Message } from '#model/message.ts'
import { estimatedIn, tokensOf } from '#model/tokens.ts'
import { noUsage, type Usage } from '#model/usage.ts'
import { accountStoreOf, usedAccounts } from '#forge/world/accounts.ts'
import { ledgerOf } from './loop.ts'
import type { Runs } from '#forge/look/runs.ts'
import { openWorkplace, type Place, type Workplace } from '#forge/place/place.ts'
import { agentFor } from '#forge/start/agent.ts'
import { routingOf } from '#forge/start/routing.ts'
import { openWorld, readUser, type RealWorld } from '#forge/world/world.ts'

export interface Diagnosis {
  readonly said: { readonly text: string } | { readonly nothing: Said }
  /** Spent on it; booked in the ledger of the run (`advice.taken`). */
  readonly tokens: number
  readonly costMicros: number
  readonly estimatedMicros: number
}

const limits = { wallMs: 300_000, idleMs: 120_000 }

/** What a request to the advisor cost, and its answer. */
interface AdviceRequest {
  readonly said: Diagnosis['said']
  readonly used?: { readonly usage: Usage; readonly model: string | undefined; readonly durationMs: number }
}

export interface Advisor {
  /** What a strong model that may only read says about a run that halted; nothing when advice is off. */
  advise(run: string, talk: Talk, flags?: Readonly<Record<string, unknown>>): Promise<Diagnosis | undefined>
}

interface Talk {
  readonly signal: AbortSignal
  readonly say: (said: Said) => void
}

export function advisorOf(place: Place, { readRun }: Pick<Runs, 'readRun'>): Advisor {
  return {
    async advise(run, talk, flags) {
      const [given, read] = [await openWorkplace(place, flags), await readRun(run)]
      if (!read.ok || !given.ok || !(await place.trust.require()).ok) return undefined
      return given.value.config.settings.advisor === 'off' ? undefined : advise(given.value, read.value.state, talk)
    },
  }
}

async function advise(parts: Workplace, state: RunState, talk: Talk): Promise<Diagnosis> {
  const limit = reachedLimit(state)
  if (limit !== undefined) return nothing(say('limit.reachedByRun', { what: limit }))
  try {
    const world = await worldFor(parts, state, talk.say)
    if ('nothing' in world) return nothing(world.nothing)
    world.follows(() => ledgerOf(state, parts.config.settings.prices))
    const asked = await ask(world, parts, { state, signal: talk.signal })
    const usage = asked.used === undefined ? noUsage : await book(parts, state, asked)
    const { costMicros } = usage
    return { said: asked.said, tokens: tokensOf(usage), costMicros, estimatedMicros: estimatedIn(usage) }
  } catch (error) {
    // Best effort: the run has ended and its end was already reported.
    return nothing(raw(String(error).slice(0, 500)))
  }
}

function nothing(why: Said): Diagnosis {
  return { said: { nothing: why }, tokens: 0, costMicros: 0, estimatedMicros: 0 }
}

/**
 * Books it in the ledger of the run, so that it counts against the run's limits. If another process drives the run
 * again by now, that process books it from the inbox. Returns what was booked.
 */
async function book(parts: Workplace, state: RunState, { said, used }: AdviceRequest): Promise<Usage> {
  const at = parts.now()
  const { usage, model, durationMs } = used as NonNullable<AdviceRequest['used']>
  const end = 'text' in said ? 'said' : 'nothing'
  const id = `advice:${state.seq}:${at}`
  const message: Message = { type: 'advice', id, at, end, ...defined({ model }), usage, durationMs }
  const left = await parts.log.leave(state.run, { id, body: JSON.parse(JSON.stringify(message)) as Json })
  if (!left.ok) throw new Error(`what the advisor used could not be booked: ${left.failure.why}`)
  await lockRun(parts, state.run, { pid: process.pid, since: at, does: 'advice' }, (actor) => actor.post(message))
  return usage
}

async function worldFor(
  parts: Workplace,
  state: RunState,
  tell: (said: Said) => void,
): Promise<RealWorld | { readonly nothing: Said }> {
  const { settings } = parts.config
  const agent = agentFor(parts, state)
  if (agent === undefined) return { nothing: say('agent.noneConfigured') }
  const user = await readUser(parts.repository)
  if (!user.ok) return { nothing: user.failure.message }
  const accounts = await usedAccounts(accountStoreOf(parts.env, parts.home))
  if (!accounts.ok) return { nothing: accounts.failure.message }
  const sandbox = { mode: settings.sandbox, network: settings.network }
  const { agents: told, setupPass } = settings
  const given = { told, setupPass, sandbox, accounts: accounts.value.variables, say: tell }
  const world = await openWorld({ ...parts, agent, ...given }, user.value)
  return world.ok ? world.value : { nothing: world.failure.message }
}

async function ask(
  { world }: RealWorld,
  { config, env }: Workplace,
  { state, signal }: { readonly state: RunState; readonly signal: AbortSignal },
): Promise<AdviceRequest> {
  const base = state.tip ?? state.spec?.base
  if (base === undefined) return { said: { nothing: say('run.hasNoCommit') } }
  const tree = scratchTree(state.run, 'advisor')
  if ((await world.trees.make(tree, base)) === 'disk') return { said: { nothing: say('disk.noSpaceLeft') } }
  try {
    const route = routeOf(routingOf(config.settings, env), { role: 'advisor' })
    const task = taskFor({ state, base, tree }, route)
    let model = route.resolved ?? route.model
    const since = world.clock.monotonic()
    const session = await world.agents.start(task, (report) => {
      if (report.kind === 'session' && report.model !== undefined) model = report.model
    })
    const end = await superviseSession(world.clock, session, limits, signal)
    const durationMs = Math.round(world.clock.monotonic() - since)
    return { said: saidIn(task, end), used: { usage: end.usage, model, durationMs } }
  } finally {
    await world.trees.remove(tree)
  }
}

function saidIn({ task }: AgentTask, end: Awaited<ReturnType<typeof superviseSession>>): Diagnosis['said'] {
  if (end.end === 'failed') return { nothing: raw(describe(end.failure)) }
  const [fault] = answerErrors(task, end.answer)
  if (fault !== undefined) return { nothing: say('diagnosis.answerDoesNotFit', { fault }) }
  return { text: (end.answer as { readonly document: string }).document.trim().slice(0, 8000) }
}

function taskFor(
  at: { readonly state: RunState; readonly base: string; readonly tree: string },
  route: ReturnType<typeof routeOf>,
): AgentTask {
  const { state, base, tree } = at
  const task = {
    do: 'document',
    role: 'advisor',
    unit: 'advisor',
    nonce: hashText(randomBytes(16).toString('hex')),
    account: state.spec?.account ?? 'default',
    ...limits,
    brief: briefOf(state),
    variant: 'plain',
    base,
    route,
  } as const satisfies AgentTask['task']
  const schema = answerSchemaOf(task)
  const prompt = promptOf(task, undefined)
  if (!prompt.ok) throw new Error(`no prompt: ${prompt.failure.fault}`)
  return { key: `${state.run}/0/advisor/diagnose#1`, performance: 1, tree, task, schema, prompt: prompt.value }
}

/** The known facts as data, and the request in one sentence. */
function briefOf(state: RunState): string {
  const stopped = Object.values(state.units).filter(({ status }) => status === 'stopped')
  return [
    'A run of Forge has halted. Find out why and write a short diagnosis for its operator: the likely cause, what shows it,',
    'and what to do next. You may read this tree; change nothing.',
    '',
    `Request: ${(state.spec?.request ?? '').slice(0, 4000)}`,
    `Reason: ${state.reason === undefined ? 'not all units succeeded' : render(state.reason, 'en')}`,
    ...stopped.flatMap(linesOf),
  ].join('\n')
}

function linesOf({ spec, stop, head }: UnitState): string[] {
  return [
    '',
    `Unit ${spec.id} (${spec.title}) stopped: ${stop === undefined ? '' : render(stop.reason, 'en')}`,
    ...(stop?.failure === undefined ? [] : [`Failure: ${describe(stop.failure)}`]),
    ...(stop === undefined ? [] : [`Remedy that was told: ${render(stop.remedy.hint, 'en')}`]),
    ...(head === undefined ? [] : [`Changed files: ${head.changed.slice(0, 50).join(', ')}`]),
  ]
}

function describe(failure: Failure): string {
  const { tag, ...details } = failure
  const inEnglish = (_name: string, value: unknown): unknown => (isSaid(value) ? render(value, 'en') : value)
  return `${tag} ${JSON.stringify(details, inEnglish).slice(0, 4000)}`
}
