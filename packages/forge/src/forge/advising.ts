/**
 * A diagnosis of a run that halted, by a strong model that may only read. It comes after the remedies that Forge
 * itself knows, it is awaited so that it is really shown, and whatever goes wrong with it changes nothing of the run.
 */
import { randomBytes } from 'node:crypto'
import { promptOf } from '#core/context/prompt.ts'
import { routeOf } from '#core/route/route.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { superviseSession } from '#engine/perform/deadline.ts'
import { scratchTree } from '#engine/perform/site.ts'
import type { AgentTask } from '#engine/ports.ts'
import { answerErrors, answerSchemaOf } from '#model/answer-schema.ts'
import { hashText } from '#model/digest.ts'
import type { Failure } from '#model/failure.ts'
import { tokensOf } from '#model/tokens.ts'
import { noUsage, type Usage } from '#model/usage.ts'
import { accountStoreOf, usedAccounts } from './accounts.ts'
import { agentFor, type DrivingParts } from './driving.ts'
import { routingOf } from './routing.ts'
import { openWorld, readUser, type RealWorld } from './world.ts'

export interface Diagnosis {
  readonly said: { readonly text: string } | { readonly nothing: string }
  /** Spent on it, beside the ledger of the run, which has ended. */
  readonly tokens: number
  readonly costMicros: number
}

const limits = { wallMs: 300_000, idleMs: 120_000 }

export async function advise(
  parts: DrivingParts,
  state: RunState,
  talk: { readonly signal: AbortSignal; readonly say: (text: string) => void },
): Promise<Diagnosis> {
  try {
    const world = await worldFor(parts, state, talk.say)
    return 'nothing' in world ? diagnosis(world) : await ask(world, parts, { state, signal: talk.signal })
  } catch (error) {
    // Best effort: the run has ended, and what was to be said about it has been said.
    return diagnosis({ nothing: String(error).slice(0, 500) })
  }
}

function diagnosis(said: Diagnosis['said'], usage: Usage = noUsage): Diagnosis {
  return { said, tokens: tokensOf(usage), costMicros: usage.costMicros }
}

async function worldFor(
  parts: DrivingParts,
  { run }: RunState,
  say: (text: string) => void,
): Promise<RealWorld | { readonly nothing: string }> {
  const { settings } = parts.config
  const agent = await agentFor(parts, { resume: run })
  if (agent === undefined) return { nothing: 'no agent is configured' }
  const user = await readUser(parts.repository)
  if (!user.ok) return { nothing: user.failure.message }
  const accounts = await usedAccounts(accountStoreOf(parts.env, parts.home))
  if (!accounts.ok) return { nothing: accounts.failure.message }
  const sandbox = { mode: settings.sandbox, network: settings.network }
  const given = { told: settings.agents, sandbox, accounts: accounts.value.variables, say }
  const world = await openWorld({ ...parts, agent, ...given }, user.value)
  return world.ok ? world.value : { nothing: world.failure.message }
}

async function ask(
  { world }: RealWorld,
  { config, env }: DrivingParts,
  { state, signal }: { readonly state: RunState; readonly signal: AbortSignal },
): Promise<Diagnosis> {
  const base = state.tip ?? state.spec?.base
  if (base === undefined) return diagnosis({ nothing: 'the run has no commit to look at' })
  const tree = scratchTree(state.run, 'advisor')
  if ((await world.trees.make(tree, base)) === 'disk') return diagnosis({ nothing: 'no space is left' })
  try {
    const route = routeOf(routingOf(config.settings, env), { role: 'advisor' })
    const task = taskFor({ state, base, tree }, route)
    const session = await world.agents.start(task, () => undefined)
    const end = await superviseSession(world.clock, session, limits, signal)
    if (end.end === 'failed') return diagnosis({ nothing: describe(end.failure) }, end.usage)
    const faults = answerErrors(task.task, end.answer)
    if (faults.length > 0) return diagnosis({ nothing: `its answer does not fit: ${faults[0]}` }, end.usage)
    const { document } = end.answer as { readonly document: string }
    return diagnosis({ text: document.trim().slice(0, 8000) }, end.usage)
  } finally {
    await world.trees.remove(tree)
  }
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

/** What is known, as data; what is asked for, in one sentence. */
function briefOf(state: RunState): string {
  const stopped = Object.values(state.units).filter(({ status }) => status === 'stopped')
  return [
    'A run of Forge has halted. Find out why and write a short diagnosis for its operator: the likely cause, what shows it,',
    'and what to do next. You may read this tree; change nothing.',
    '',
    `Request: ${(state.spec?.request ?? '').slice(0, 4000)}`,
    `Reason: ${state.reason ?? 'not all units succeeded'}`,
    ...stopped.flatMap(linesOf),
  ].join('\n')
}

function linesOf({ spec, stop, head }: UnitState): string[] {
  return [
    '',
    `Unit ${spec.id} (${spec.title}) stopped: ${stop?.reason ?? ''}`,
    ...(stop?.failure === undefined ? [] : [`Failure: ${describe(stop.failure)}`]),
    ...(stop === undefined ? [] : [`Remedy that was told: ${stop.remedy.hint}`]),
    ...(head === undefined ? [] : [`Changed files: ${head.changed.slice(0, 50).join(', ')}`]),
  ]
}

function describe(failure: Failure): string {
  const { tag, ...details } = failure
  return `${tag} ${JSON.stringify(details).slice(0, 4000)}`
}
