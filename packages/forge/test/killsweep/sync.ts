/** The kill -9 sweep through `forge sync`: killed around its appends and effects, and said again. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { entriesOf, makeStage, must, type Project, type Stage } from '../handover/stage.ts'
import type { KillPlan } from './points.ts'
import { livingIn } from './sweep.ts'
import { bundledProgram, compiled } from '../../../../scripts/bundled.ts'

const child = fileURLToPath(new URL('sync-child.ts', import.meta.url))

/** A finished run whose user went on working on a branch of theirs. */
function movedProject(stage: Stage): Project {
  const project = stage.copy()
  project.write('mine.txt', 'mine\n')
  project.git('add', 'mine.txt')
  project.git('commit', '--quiet', '-m', 'Mine')
  return project
}

interface Said {
  readonly labels: readonly string[]
  readonly state: string
}

async function syncIn({ folder, run }: Project, { at, moment }: KillPlan): Promise<Said | 'killed'> {
  const words = [await bundledProgram(child), folder, process.env['HOME'] ?? '', run, String(at), moment]
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, words, {
      env,
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    return JSON.parse(stdout) as Said
  } catch (error) {
    const { signal, killed, stderr } = error as { signal?: string; killed?: boolean; stderr?: string }
    if (signal === 'SIGKILL' && killed !== true) return 'killed'
    throw new Error(stderr ?? String(error), { cause: error })
  }
}

/** Everything that must be the same in the end, whoever died on the way. */
export interface SyncEnd {
  readonly tree: string
  /** Whether the user's branch of the run is where the integration ref is. */
  readonly isShown: boolean
  /** Of each recorded sync, whether it is that of the integration ref. */
  readonly isRecorded: readonly boolean[]
  readonly violated: readonly string[]
  readonly user: readonly string[]
  readonly living: readonly string[]
}

async function endOf(project: Project): Promise<SyncEnd> {
  const tip = project.control('rev-parse', `refs/forge/${project.run}/integration`)
  const forge = project.open()
  const { invariants } = must(await forge.handover.audit(project.run))
  await forge.close()
  const synced = (await entriesOf(project)).filter(({ event }) => event.type === 'base.synced')
  return {
    tree: project.control('rev-parse', `${tip}^{tree}`),
    isShown: project.git('rev-parse', `forge/${project.run}`) === tip,
    isRecorded: synced.map(({ event }) => event.type === 'base.synced' && event.tip === tip),
    violated: invariants.filter(({ state }) => state !== 'ok').map(({ id }) => id),
    user: [project.git('log', '--format=%s'), project.git('status', '--porcelain')],
    living: livingIn(`${project.places.state}/`),
  }
}

export interface SyncStruck {
  readonly label: string
  readonly moment: KillPlan['moment']
  /** How the process ended that was to be killed. */
  readonly struck: 'killed' | 'lived'
  readonly end: SyncEnd
}

export interface SyncSwept {
  readonly labels: readonly string[]
  readonly calm: SyncEnd
  readonly struck: readonly SyncStruck[]
}

/** Where most is at stake: the ref is moved, the user's branch is moved, each not yet recorded. */
const sampled = ['git.updateRef', 'user.moveBranch']

/** `sample`: after the last point of some kinds; that is before the first of the next kind. */
export async function sweepSync(extent: 'all' | 'sample'): Promise<SyncSwept> {
  const stage = await makeStage()
  try {
    const project = movedProject(stage)
    const said = await syncIn(project, { at: 0, moment: 'before' })
    if (said === 'killed') throw new Error('killed without a plan')
    const points = said.labels.map((label, index) => ({ label, at: index + 1 }))
    const last = new Map(points.map((point) => [point.label, point]))
    const everywhere = points.flatMap((point) => (['before', 'after'] as const).map((moment) => ({ ...point, moment })))
    const plans =
      extent === 'all'
        ? everywhere
        : sampled.flatMap((label) => last.get(label) ?? []).map((point) => ({ ...point, moment: 'after' as const }))
    const struck: SyncStruck[] = []
    const worker = async (): Promise<void> => {
      for (let plan = plans.shift(); plan !== undefined; plan = plans.shift())
        struck.push(await strikeSync(movedProject(stage), plan.label, plan))
    }
    await Promise.all([worker(), worker()])
    return { labels: said.labels, calm: await endOf(project), struck }
  } finally {
    stage.end()
  }
}

async function strikeSync(project: Project, label: string, plan: KillPlan): Promise<SyncStruck> {
  const struck = (await syncIn(project, plan)) === 'killed' ? 'killed' : 'lived'
  await syncIn(project, { at: 0, moment: 'before' })
  return { label, moment: plan.moment, struck, end: await endOf(project) }
}
