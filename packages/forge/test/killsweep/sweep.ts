/**
 * The real kill -9 sweep (B3, F-1, F-2): real process, SQLite, git and scripted agents. Each point is one fresh project: a
 * Forge that kills itself there, another that resumes, and the end compared with the uninterrupted one.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { KillPlan } from './points.ts'

const execute = promisify(execFile)
const child = fileURLToPath(new URL('child.ts', import.meta.url))

export interface Finished {
  readonly preset: SweptPreset
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

/** The end without any kill, and with it the list of points. */
export async function uninterrupted(preset: SweptPreset): Promise<Finished> {
  return { ...(await inProject(preset, (project) => finish(project))), preset }
}

export async function strike(plan: KillPlan, label: string, calm: Finished): Promise<Struck> {
  const difference = await inProject(calm.preset, async (project) => {
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

interface Project {
  readonly preset: SweptPreset
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
  { folder, home, preset }: Project,
  { at, moment }: KillPlan,
): Promise<(Finished & { branch: string }) | 'killed'> {
  try {
    const words = ['--conditions=source', child, folder, home, String(at), moment, preset]
    const { stdout } = await execute(process.execPath, words, { timeout: 60_000, killSignal: 'SIGKILL' })
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

async function inProject<T>(preset: SweptPreset, work: (project: Project) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'forge-sweep-'))
  const folder = join(root, 'project')
  try {
    await execute('git', ['init', '--quiet', '--initial-branch=main', folder])
    writeFileSync(join(folder, 'script.json'), JSON.stringify(script))
    writeFileSync(join(folder, 'README.md'), 'a project\n')
    writeFileSync(join(folder, '.gitignore'), '.equipped\n')
    await execute('git', ['add', '--all'], { cwd: folder })
    await execute(
      'git',
      ['-c', 'user.name=A', '-c', 'user.email=a@example.invalid', 'commit', '--quiet', '-m', 'Start'],
      { cwd: folder },
    )
    return await work({ folder, home: join(root, 'home'), preset })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const verify = [{ name: 'test', run: 'test ! -e DEFECT' }]

/** Two units: the first leaves a defect in its first attempt and removes it in its second; the second builds on the first. */
const script = {
  version: 1,
  rules: [
    {
      when: { role: 'planner' },
      steps: [
        {
          do: 'answer',
          with: {
            plan: {
              units: [
                { id: 'one', title: 'One', writes: ['one.txt', 'DEFECT'], verify },
                { id: 'two', title: 'Two', depends: ['one'], writes: ['two.txt'], verify },
              ],
            },
          },
        },
      ],
    },
    {
      when: { role: 'triage' },
      steps: [
        {
          do: 'answer',
          with: {
            plan: { units: [{ id: 'one', title: 'One', writes: ['one.txt', 'DEFECT'], verify, pipeline: 'route-b' }] },
          },
        },
      ],
    },
    ...['worker', 'implement'].flatMap((role) => [
      {
        when: { role, unit: 'one', attempt: 1 },
        steps: [{ do: 'write', path: 'DEFECT', text: 'x' }, { do: 'answer' }],
      },
      {
        when: { role, unit: 'one' },
        steps: [{ do: 'delete', path: 'DEFECT' }, { do: 'write', path: 'one.txt', text: 'one' }, { do: 'answer' }],
      },
      { when: { role, unit: 'two' }, steps: [{ do: 'write', path: 'two.txt', text: 'two' }, { do: 'answer' }] },
    ]),
    { steps: [{ do: 'answer' }] },
  ],
}
