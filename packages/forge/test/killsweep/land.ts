/** The kill -9 sweep through `forge land`: killed around its appends and effects, and said again. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { entriesOf, makeStage, must, type Project, type Stage } from '../handover/stage.ts'
import type { KillPlan } from './points.ts'
import { bundledProgram, compiled } from '../../../../scripts/bundled.ts'

const child = fileURLToPath(new URL('land-child.ts', import.meta.url))

/** A finished run whose user has work of their own elsewhere in the checkout, and has deleted the branch of the run. */
function finishedProject(stage: Stage): Project {
  const project = stage.copy()
  project.write('README.md', 'changed by hand\n')
  project.write('staged.txt', 'staged\n')
  project.git('add', 'staged.txt')
  project.git('branch', '-D', `forge/${project.run}`)
  return project
}

interface Said {
  readonly labels: readonly string[]
  readonly state: string
}

async function landIn({ folder, run }: Project, { at, moment }: KillPlan): Promise<Said | 'killed'> {
  const words = [await bundledProgram(child), folder, process.env['HOME'] ?? '', run, String(at), moment]
  try {
    const { stdout } = await promisify(execFile)(process.execPath, words, {
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
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
export interface LandEnd {
  /** Whether branch, checkout and index are what the run has merged, with the user's own changes and nothing else. */
  readonly isLanded: boolean
  readonly status: string
  readonly files: readonly string[]
  readonly isShown: boolean
  /** How often a landing was recorded as made, and whether any was recorded as refused. */
  readonly recorded: readonly string[]
  readonly reflog: string
  readonly violated: readonly string[]
}

async function endOf(project: Project): Promise<LandEnd> {
  const tip = project.control('rev-parse', `refs/forge/${project.run}/integration`)
  const forge = project.open()
  const { invariants } = must(await forge.handover.audit(project.run))
  await forge.close()
  const ends = (await entriesOf(project)).flatMap(({ event }) =>
    event.type === 'landing.finished' ? [event.end.status] : [],
  )
  return {
    isLanded: project.git('rev-parse', 'main') === tip,
    status: project.git('status', '--porcelain', '--branch'),
    files: ['one.txt', 'two.txt', 'shared.txt', 'README.md', 'staged.txt'].map((path) =>
      readFileSync(join(project.folder, path), 'utf8'),
    ),
    isShown: project.git('rev-parse', `forge/${project.run}`) === tip,
    recorded: ends,
    reflog: project.git('reflog', '--format=%gs'),
    violated: invariants.filter(({ state }) => state !== 'ok').map(({ id }) => id),
  }
}

export interface LandStruck {
  readonly label: string
  readonly moment: KillPlan['moment']
  readonly struck: 'killed' | 'lived'
  readonly end: LandEnd
}

export interface LandSwept {
  readonly labels: readonly string[]
  readonly calm: LandEnd
  readonly struck: readonly LandStruck[]
}

/** `sample`: after the checkout was turned and after the branch was moved, where most is at stake. */
export async function sweepLanding(extent: 'all' | 'sample'): Promise<LandSwept> {
  const stage = await makeStage()
  try {
    const project = finishedProject(stage)
    const said = await landIn(project, { at: 0, moment: 'before' })
    if (said === 'killed') throw new Error('killed without a plan')
    const points = said.labels.map((label, index) => ({ label, at: index + 1 }))
    const everywhere = points.flatMap((point) => (['before', 'after'] as const).map((moment) => ({ ...point, moment })))
    const last = new Map(points.map((point) => [point.label, { ...point, moment: 'after' as const }]))
    const plans =
      extent === 'all' ? everywhere : ['user.turnCheckout', 'user.moveBranch'].flatMap((label) => last.get(label) ?? [])
    const struck: LandStruck[] = []
    for (const plan of plans) struck.push(await strikeLanding(finishedProject(stage), plan.label, plan))
    return { labels: said.labels, calm: await endOf(project), struck }
  } finally {
    stage.end()
  }
}

async function strikeLanding(project: Project, label: string, plan: KillPlan): Promise<LandStruck> {
  const struck = (await landIn(project, plan)) === 'killed' ? 'killed' : 'lived'
  await landIn(project, { at: 0, moment: 'before' })
  return { label, moment: plan.moment, struck, end: await endOf(project) }
}
