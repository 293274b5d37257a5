/** `start`: the built command line, `forge status` in a repository with a run, ÷ bare `node -e 0`. Needs `npm run build`. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inScratch, median, round } from './log/scratch.ts'

const rounds = 15
const forge = join(import.meta.dirname, '../packages/forge')
const program = join(forge, 'bin/forge.js')

export async function benchStart(): Promise<unknown> {
  const stale = staleBuild(forge)
  if (stale !== undefined) throw new Error(`${stale}: npm run build`)
  return inScratch((directory) => {
    const place = {
      cwd: join(directory, 'project'),
      env: { PATH: process.env['PATH'], HOME: directory, FORGE_TRUSTED: directory },
    }
    makeRun(place)
    // The first start compiles, the later ones use the cache: that is what a user feels.
    for (let index = 0; index < 3; index += 1) timed(place, [program, 'status'])
    const bare: number[] = []
    const status: number[] = []
    for (let index = 0; index < rounds; index += 1) {
      bare.push(timed(place, ['-e', '0']))
      status.push(timed(place, [program, 'status']))
    }
    const ratio = round(median(status) / median(bare))
    const figures = { ratio, goal: 2.5, statusMs: round(median(status)), nodeMs: round(median(bare)) }
    return Promise.resolve({ bench: 'start', rounds, ...figures })
  })
}

/** Why the build is no measure for the sources; undefined when it is. */
export function staleBuild(folder: string): string | undefined {
  const built = statSync(join(folder, 'dist/cli.js'), { throwIfNoEntry: false })
  if (built === undefined) return 'there is no build yet'
  const newer = ['src', 'bin']
    .flatMap((name) =>
      readdirSync(join(folder, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .find((file) => !file.endsWith('.test.ts') && statSync(file).mtimeMs > built.mtimeMs)
  return newer === undefined ? undefined : `${relative(folder, newer)} is newer than the build`
}

interface Place {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

function timed({ cwd, env }: Place, words: readonly string[]): number {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, words, { cwd, env, encoding: 'utf8' })
  const spent = performance.now() - start
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${String(status)}: ${stderr}`)
  return spent
}

/** A finished run, made by the same build. */
function makeRun(place: Place): void {
  const { cwd, env } = place
  mkdirSync(join(cwd, '.forge'), { recursive: true })
  writeFileSync(join(cwd, '.forge/config.yaml'), 'agent: scripted:script.json\nverify: ["true"]\n')
  writeFileSync(join(cwd, 'script.json'), JSON.stringify({ version: 1, rules }))
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd, env })
  }
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'Start')
  timed(place, [program, 'build', 'a file', '--yes'])
}

const rules = [
  {
    when: { role: 'planner' },
    steps: [
      {
        do: 'answer',
        with: {
          plan: { units: [{ id: 'a', title: 'A', writes: ['a.txt'], verify: [{ name: 'true', run: 'true' }] }] },
        },
      },
    ],
  },
  { when: { role: 'worker' }, steps: [{ do: 'write', path: 'a.txt', text: 'a' }, { do: 'answer' }] },
  { steps: [{ do: 'answer' }] },
]
