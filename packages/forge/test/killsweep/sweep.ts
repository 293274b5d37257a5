/**
 * The real kill -9 sweep (B3, F-1, F-2): real process, SQLite, git and scripted agents. Each point is one fresh project: a
 * Forge that kills itself there, another that resumes, and the end compared with the uninterrupted one.
 *
 * Two processes a kill, hundreds of kills: so Forge is bundled once for all sweeps, its code is kept compiled, and a project is a copy.
 */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundledProgram, compiled } from '../../../../scripts/bundled.ts'
import type { KillPlan } from './points.ts'
import { script } from './script.ts'

const execute = promisify(execFile)

/** The end of a run that was not killed, or not any more. */
export interface Finished {
  readonly labels: readonly string[]
  readonly outcome: string
  readonly tree: string
  readonly units: Readonly<Record<string, string>>
  readonly trees: readonly string[]
  readonly trailers: readonly string[]
  readonly leaked: readonly string[]
}

export interface Struck {
  readonly plan: KillPlan
  readonly label: string
  /** How the end differs from the uninterrupted one; undefined when it does not. */
  readonly difference: string | undefined
}

/** Runs that are swept: two modules, a sprint with two tasks, a bug by the long route. */
export const presets = ['build', 'sprint', 'bug'] as const
export type SweptPreset = (typeof presets)[number]

/** What all kills of a sweep share. */
export interface Stage {
  readonly preset: SweptPreset
  readonly root: string
  /** The program that is killed. */
  readonly program: string
}

/** In memory where there is such a place. */
export async function onStage<T>(preset: SweptPreset, work: (stage: Stage) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'forge-sweep-'))
  try {
    const child = fileURLToPath(new URL('child.ts', import.meta.url))
    const [program] = await Promise.all([bundledProgram(child), makeOriginal(root)])
    return await work({ preset, root, program })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function makeOriginal(root: string): Promise<void> {
  const folder = join(root, 'original')
  await execute('git', ['init', '--quiet', '--template=', '--initial-branch=main', folder])
  writeFileSync(join(folder, 'script.json'), JSON.stringify(script))
  writeFileSync(join(folder, 'README.md'), 'a project\n')
  writeFileSync(join(folder, '.gitignore'), '.equipped\n')
  await execute('git', ['add', '--all'], { cwd: folder })
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.invalid']
  await execute('git', [...author, 'commit', '--quiet', '-m', 'Start'], { cwd: folder })
}

/** The end without any kill, and with it the list of points. */
export function uninterrupted(stage: Stage): Promise<Finished> {
  return inProject(stage, (project) => finish(project))
}

export async function strike(stage: Stage, plan: KillPlan, label: string, calm: Finished): Promise<Struck> {
  const difference = await inProject(stage, async (project) => {
    const killed = await drive(project, plan)
    if (killed !== 'killed') return `the process lived through point ${plan.at}`
    return differenceOf(await finish(project), calm)
  })
  return { plan, label, difference }
}

function differenceOf(end: Finished, calm: Finished): string | undefined {
  const parts = ['outcome', 'tree', 'units', 'trees', 'trailers', 'leaked'] as const
  const other = parts.filter((part) => JSON.stringify(end[part]) !== JSON.stringify(calm[part]))
  return other.length === 0 ? undefined : other.map((part) => `${part}: ${JSON.stringify(end[part])}`).join('; ')
}

interface Project extends Stage {
  readonly folder: string
  readonly home: string
}

async function finish(project: Project): Promise<Finished> {
  const end = await drive(project, { at: 0, moment: 'before' })
  if (end === 'killed') throw new Error('killed without a plan')
  const { stdout } = await execute('git', ['log', '--format=%(trailers:key=Forge-Merge,valueonly)', end.branch], {
    cwd: project.folder,
  })
  return { ...end, trailers: stdout.split('\n').filter(Boolean).toSorted(), leaked: livingIn(project.home) }
}

async function drive(
  { program, folder, home, preset }: Project,
  { at, moment }: KillPlan,
): Promise<(Finished & { branch: string }) | 'killed'> {
  try {
    const words = [program, folder, home, String(at), moment, preset]
    const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
    const { stdout } = await execute(process.execPath, words, { env, timeout: 120_000, killSignal: 'SIGKILL' })
    return JSON.parse(stdout) as Finished & { branch: string }
  } catch (error) {
    const { signal, stderr, killed } = error as { signal?: string; stderr?: string; killed?: boolean }
    if (signal === 'SIGKILL' && killed !== true) return 'killed'
    throw new Error(`the process failed at ${at} ${moment}: ${stderr ?? String(error)}`, { cause: error })
  }
}

/** Processes whose environment names this project's private places: nobody of them may be alive. */
export function livingIn(home: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${home}/`)
      } catch {
        return false
      }
    })
}

async function inProject<T>(stage: Stage, work: (project: Project) => Promise<T>): Promise<T> {
  const own = mkdtempSync(join(stage.root, 'project-'))
  const [folder, home] = [join(own, 'project'), join(own, 'home')]
  try {
    cpSync(join(stage.root, 'original'), folder, { recursive: true })
    mkdirSync(home)
    return await work({ ...stage, folder, home })
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}
