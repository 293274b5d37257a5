/**
 * What the base does by itself: setup, then every check, on one commit, in a tree of Forge's own; and what was seen. No agent, no money.
 *
 * 1. The user's checkout is only read: the commands run in a throwaway tree, behind the same walls as in a run.
 * 2. What setup made is kept for runs, as after any setup on the user's own commit.
 * 3. A red check runs once more: what is green then is flaky. A check that changes files of the commit is red, as in a run.
 * 4. All that commands print is kept beside the transcripts of runs, without secrets; trials but the newest go.
 */
import { join } from 'node:path'
import { namedTests, tellingLine, type NamedTests } from '#adapters/checks/index.ts'
import { isThere, makeFolder, namesIn, removePath, textOf } from '#adapters/files/plain.ts'
import { emptySubmodules } from '#adapters/git/index.ts'
import type { SetupRan } from '#adapters/setup/index.ts'
import { remedyFor } from '#config/detect/remedy.ts'
import type { Settings } from '#config/schema.ts'
import { prepareTree } from '#engine/perform/trees.ts'
import { watchTree } from '#engine/perform/watch-tree.ts'
import type { World } from '#engine/ports.ts'
import { gitProgram } from '#forge/place/git-program.ts'
import type { Place } from '#forge/place/place.ts'
import type { Environment, Places, Repository } from '#forge/place/places.ts'
import { refusal, type Refusal } from '#forge/refusal.ts'
import { accountStoreOf, usedAccounts } from '#forge/world/accounts.ts'
import { openWorld, readUser } from '#forge/world/world.ts'
import { render } from '#messages/render.ts'
import { say, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { CheckCommand, CheckResult } from '#model/evidence.ts'
import type { Oid } from '#model/ids.ts'
import { failed, success, type Result } from '#model/result.ts'

export interface BaseTrialRequest {
  readonly repository: Repository
  readonly places: Places
  readonly env: Environment
  /** Variables of accounts, by name: known secrets. */
  readonly accounts?: Readonly<Record<string, Environment>>
  readonly settings: Pick<Settings, 'setup' | 'setupPass' | 'verify' | 'sandbox' | 'network' | 'agents'>
  /** Absent: what HEAD is. */
  readonly base?: Oid
  readonly now: () => number
  readonly signal: AbortSignal
  readonly say: (said: Said) => void
}

export interface TriedCommand {
  readonly part: 'setup' | 'verify'
  readonly name: string
  readonly run: string
  readonly cwd: string
  /** `kept`: an earlier setup with the same lockfiles made what this one would; `not run`: something before it failed. */
  readonly outcome: 'passed' | 'failed' | 'flaky' | 'too long' | 'kept' | 'not run'
  readonly exitCode: number | null
  readonly seconds: number
  readonly testsRun?: number
  /** By name, where the runner tells. */
  readonly tests: NamedTests
  /** The first line that tells why it failed. */
  readonly line?: string
  /** The file with all that it printed. */
  readonly output?: string
  readonly remedy?: Said
}

export interface BaseTrial {
  readonly base: Oid
  /** The first of these that holds. `unchecked`: nothing says whether it works. */
  readonly outcome: 'interrupted' | 'setup failed' | 'red' | 'flaky' | 'unchecked' | 'green'
  readonly commands: readonly TriedCommand[]
  /** What setup changes or leaves in the tree that git does not ignore: it would become part of the first work. */
  readonly left: readonly string[]
  /** Submodules that are empty in the trees of Forge. */
  readonly emptySubmodules: readonly string[]
}

const keptTrials = 3

export interface BaseTrials {
  /** Setup and checks of the configuration in force, once, on what is committed. */
  tryBase(
    talk: { readonly signal: AbortSignal; readonly say: (said: Said) => void },
    flags?: Readonly<Record<string, unknown>>,
  ): Promise<Result<BaseTrial, Refusal>>
}

export function baseTrialsOf(place: Place): BaseTrials {
  return {
    async tryBase(talk, flags) {
      const [by, repository, places] = [await place.decider(), place.repository(), place.places()]
      if (!by.ok) return by
      if (!repository.ok) return repository
      if (!places.ok) return places
      const trusted = await place.trust.require()
      if (!trusted.ok) return trusted
      const config = await place.config(flags)
      if (!config.ok) return config
      const { env, home } = place.surroundings
      const accounts = await usedAccounts(accountStoreOf(env, home))
      const { settings } = config.value
      const now = (): number => place.surroundings.now()
      const given = { repository: repository.value, places: places.value, env, settings, now, ...talk }
      return tryBase(accounts.ok ? { ...given, accounts: accounts.value.variables } : given)
    },
  }
}

export async function tryBase(request: BaseTrialRequest): Promise<Result<BaseTrial, Refusal>> {
  const { repository, places, env, accounts, settings, signal, say: tell } = request
  const user = await readUser(repository)
  if (!user.ok) return user
  const base = request.base ?? user.value.head
  const outputs = keptOutputs(places, request.now())
  const ran: SetupRan[] = []
  const world = await openWorld(
    {
      repository,
      places,
      env,
      ...defined({ accounts }),
      told: settings.agents,
      setup: settings.setup,
      setupPass: settings.setupPass,
      sandbox: { mode: settings.sandbox, network: settings.network },
      outputOf: (command) => outputs.pathOf(command),
      onSetupEnd: (end) => void ran.push(end),
      say: tell,
    },
    user.value,
  )
  if (!world.ok) return world
  await sweepTrees(world.value.world, places)
  const empty = user.value.submodules.length === 0 ? [] : await emptySubmodules(gitProgram, user.value, base)
  const trial: Trying = { world: world.value.world, tree: treeName(process.pid), base, outputs, ran, request }
  const end = (): void => void trial.world.processes.sweepTree(trial.tree)
  signal.addEventListener('abort', end)
  try {
    if ((await prepareTree(trial.world, trial.tree, base)) === 'disk')
      return failed(refusal('disk', say('failure.disk')))
    return success({ ...(await inTree(trial)), base, emptySubmodules: empty })
  } finally {
    signal.removeEventListener('abort', end)
    await trial.world.trees.remove(trial.tree)
  }
}

interface Trying {
  readonly world: World
  readonly tree: string
  readonly base: Oid
  readonly outputs: Outputs
  /** Commands of setup that ran, as they are heard of. */
  readonly ran: readonly SetupRan[]
  readonly request: BaseTrialRequest
}

async function inTree(trial: Trying): Promise<Pick<BaseTrial, 'outcome' | 'commands' | 'left'>> {
  const { world, tree, request } = trial
  const equipped = await world.equipment.prepare(tree, 'merged')
  const setup = setupSeen(trial, equipped === 'ready' ? undefined : equipped.unready)
  const left = equipped === 'ready' ? await leftIn(trial) : []
  const verify = equipped === 'ready' ? await checked(trial) : request.settings.verify.map(notRun)
  const commands = [...setup, ...verify]
  return { outcome: request.signal.aborted ? 'interrupted' : outcomeOf(commands), commands, left }
}

function outcomeOf(commands: readonly TriedCommand[]): BaseTrial['outcome'] {
  const has = (part: TriedCommand['part'], ...outcomes: readonly TriedCommand['outcome'][]): boolean =>
    commands.some((command) => command.part === part && outcomes.includes(command.outcome))
  if (has('setup', 'failed', 'too long')) return 'setup failed'
  if (has('verify', 'failed', 'too long')) return 'red'
  if (has('verify', 'flaky')) return 'flaky'
  return commands.some(({ part }) => part === 'verify') ? 'green' : 'unchecked'
}

/** Of the same line twice each was heard of; the first that failed is the last that ran. */
function setupSeen({ ran, outputs, request }: Trying, unready: Said | undefined): readonly TriedCommand[] {
  return request.settings.setup.map((run, index): TriedCommand => {
    const own = { part: 'setup', name: run, run, cwd: '.', tests: noTests } as const
    const seen = ran[index]
    if (seen === undefined && index === 0 && unready !== undefined)
      return { ...own, outcome: 'failed', exitCode: null, seconds: 0, line: firstLine(unready) }
    if (seen === undefined)
      return { ...own, outcome: unready === undefined ? 'kept' : 'not run', exitCode: null, seconds: 0 }
    const { exitCode, isTooLong, durationMs } = seen
    const outcome = isTooLong ? 'too long' : exitCode === 0 ? 'passed' : 'failed'
    const told = { ...own, exitCode, seconds: secondsOf(durationMs), ...outputs.told(index) }
    return outcome === 'passed' ? { ...told, outcome } : explained({ ...told, outcome }, outputs.textOf(index))
  })
}

async function checked({ world, tree, outputs, request }: Trying): Promise<readonly TriedCommand[]> {
  const { settings, signal, say: tell } = request
  const watch = await watchTree(world, tree, settings.verify.length)
  const seen: TriedCommand[] = []
  for (const command of settings.verify) {
    if (signal.aborted) seen.push(notRun(command))
    else {
      tell(say('trial.running', { command: command.run }))
      const at = outputs.count()
      const first = await resultOf(world, tree, command)
      const judged = first.exitCode === 0 ? await watch(first) : first
      const isRed = first.exitCode !== 0 && !first.timedOut && !signal.aborted
      const again = isRed ? await resultOf(world, tree, command) : undefined
      seen.push(tried(command, { judged, first, again }, { outputs, at }))
    }
  }
  return seen
}

interface Seen {
  readonly first: CheckResult
  /** The first, or red by the files that it changed. */
  readonly judged: CheckResult
  readonly again: CheckResult | undefined
}

function tried(
  command: CheckCommand,
  { first, judged, again }: Seen,
  { outputs, at }: { outputs: Outputs; at: number },
) {
  const text = outputs.textOf(at)
  const { name, run, cwd } = command
  const told = {
    part: 'verify',
    name,
    run,
    cwd,
    exitCode: judged.exitCode,
    seconds: secondsOf(first.durationMs + (again?.durationMs ?? 0)),
    ...defined({ testsRun: first.testsRun }),
    tests: namedTests(text),
    ...outputs.told(at),
  } as const
  if (judged.exitCode === 0) return { ...told, outcome: 'passed' } as const
  if (first.timedOut) return explained({ ...told, outcome: 'too long' }, text)
  if (again?.exitCode === 0) return explained({ ...told, outcome: 'flaky' }, text)
  // What Forge itself says of it was not printed by the command.
  const own = first.exitCode === 0 || text === '' ? { line: firstLine(judged.excerpt) } : {}
  return { ...explained({ ...told, outcome: 'failed' }, text), ...own }
}

type Unexplained = TriedCommand & { readonly outcome: 'failed' | 'flaky' | 'too long' }

function explained(command: Unexplained, printed: string): TriedCommand {
  const line = tellingLine(printed)
  const remedy = remedyFor({ ...command, printed })
  return { ...command, ...defined({ line }), remedy }
}

async function resultOf(world: World, tree: string, command: CheckCommand): Promise<CheckResult> {
  const result = await world.processes.check(`${tree}/check`, tree, command)
  if (result !== 'disk') return result
  const excerpt = say('failure.disk')
  return { name: command.name, exitCode: null, timedOut: false, durationMs: 0, outputHash: '0'.repeat(64), excerpt }
}

function notRun({ name, run, cwd }: CheckCommand): TriedCommand {
  return { part: 'verify', name, run, cwd, outcome: 'not run', exitCode: null, seconds: 0, tests: noTests }
}

const noTests: NamedTests = { red: [], green: [] }

async function leftIn({ world, tree, base }: Trying): Promise<readonly string[]> {
  const [before, after] = [await world.git.treeOf(base), await world.trees.snapshot(tree)]
  return typeof after === 'string' && after !== 'missing' && after !== before
    ? world.git.changedPaths(before, after)
    : []
}

function firstLine(said: Said): string {
  return render(said, 'en').split('\n', 1)[0] ?? ''
}

function secondsOf(ms: number): number {
  return Math.round(ms / 100) / 10
}

interface Outputs {
  pathOf(command: string): string
  /** How many there are: the next one has this number. */
  count(): number
  textOf(index: number): string
  told(index: number): { readonly output?: string }
}

const largestOutput = 2_000_000

/** A folder of this trial's own; those of trials that were long ago go. */
function keptOutputs({ transcripts }: Places, now: number): Outputs {
  const parent = join(transcripts, 'base-trial')
  const folder = join(parent, `${now.toString(36).padStart(9, '0')}-${process.pid}`)
  makeFolder(folder)
  for (const name of namesIn(parent).slice(0, -keptTrials)) removePath(join(parent, name))
  const paths: string[] = []
  return {
    pathOf() {
      const path = join(folder, `${String(paths.length + 1).padStart(2, '0')}.log`)
      paths.push(path)
      return path
    },
    count: () => paths.length,
    textOf: (index) => readEnd(paths[index]),
    told: (index) => (paths[index] === undefined || !isThere(paths[index]) ? {} : { output: paths[index] }),
  }
}

function readEnd(path: string | undefined): string {
  return path === undefined ? '' : (textOf(path) ?? '').slice(-largestOutput)
}

function treeName(pid: number): string {
  return `trial-${pid}.unit.base`
}

/** Trees of trials whose process is gone. */
async function sweepTrees(world: World, { state }: Places): Promise<void> {
  const trees = join(state, 'trees')
  for (const name of namesIn(trees)) {
    const [, pid] = /^trial-(\d+)\./.exec(name) ?? []
    if (pid !== undefined && Number(pid) !== process.pid && !isAlive(Number(pid))) await world.trees.remove(name)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
