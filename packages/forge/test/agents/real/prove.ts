/**
 * One real agent: a two-unit build with real tool calls and a forced 429, then the same with Forge killed in the middle and the
 * run gone on with. What is booked must be what the fake provider served.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startFakeLlm, type FakeLlm } from '#adapters/meter/index.ts'
import { Script } from '#adapters/meter/fake-script.ts'
import { pathWithout } from '../../sandbox/hiding.ts'
import { here, type RealAgent } from './agents.ts'
import { makeProject, type RealProject } from './project.ts'
import { scriptOf } from './script.ts'
import { trusting } from '../../calling.ts'

const main = fileURLToPath(new URL('../../../src/surfaces/cli/main.ts', import.meta.url))

export interface Proven {
  readonly agent: string
  readonly lines: readonly string[]
  readonly complaints: readonly string[]
}

export async function prove(agent: RealAgent): Promise<Proven> {
  const lines: string[] = []
  const complaints: string[] = []
  const trials = {
    'a build': build,
    'killed and resumed': killed,
    ...(agent.holdsItself === 'yes' ? { 'without bubblewrap': unheld } : {}),
  }
  for (const [name, trial] of Object.entries(trials)) {
    const startedAt = performance.now()
    const found = await inTrial(agent, trial)
    complaints.push(...found.map((complaint) => `${name}: ${complaint}`))
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    lines.push(`${name} ${found.length === 0 ? 'ok' : 'FAILED'} (${seconds} s)`)
  }
  return { agent: agent.name, lines, complaints }
}

interface Trial {
  readonly agent: RealAgent
  readonly llm: FakeLlm
  readonly project: RealProject
  readonly forge: (...args: readonly string[]) => ChildProcess
  /** The same on a machine without bubblewrap. */
  readonly bareForge: (...args: readonly string[]) => ChildProcess
}

async function inTrial(
  agent: RealAgent,
  act: (trial: Trial) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  // Not in a temporary folder: Codex does not keep its helpers there.
  const project = makeProject(join(here, 'node_modules', '.forge-proof'), agent)
  const outside = join(project.root, 'escaped')
  const llm = await startFakeLlm({ script: Script.parse(scriptOf(outside, agent.writes)) })
  if (!llm.ok) return [llm.failure]
  const home = join(project.root, 'home')
  const env = {
    ...trusting,
    PATH: [...agent.bin, process.env['PATH'] ?? ''].join(':'),
    HOME: home,
    USER: 'ada',
    XDG_STATE_HOME: join(project.root, 'state'),
    ...agent.env(llm.value.url),
  }
  const start =
    (PATH: string) =>
    (...args: readonly string[]): ChildProcess =>
      spawn(process.execPath, ['--conditions=source', '--no-warnings', main, ...args], {
        cwd: project.folder,
        env: { ...env, PATH },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
  try {
    const bareForge = (...args: readonly string[]): ChildProcess =>
      start(pathWithout('bwrap', env.PATH, mkdtempSync(join(project.root, 'path-'))))(...args)
    const complaints = await act({ agent, llm: llm.value, project, forge: start(env.PATH), bareForge })
    return existsSync(outside) ? [...complaints, 'one of its commands wrote outside of its tree'] : complaints
  } finally {
    await llm.value.close()
    rmSync(project.root, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function build({ llm, project, forge }: Trial): Promise<readonly string[]> {
  const ran = await ended(forge('build', 'Two greetings', '--yes'))
  const complaints = [...merged(project, ran.out), ...leftBehind(project)]
  if (ran.code !== 0) complaints.push(`exit ${ran.code}: ${ran.out.slice(-700)}${ran.err.slice(-300)}`)
  if (!llm.served().requests.some(({ status }) => status === 429)) complaints.push('the 429 was never met')
  return [...complaints, ...(await books(llm, forge))]
}

/** Its own sandbox lets it work, and it is on record. */
async function unheld({ project, bareForge }: Trial): Promise<readonly string[]> {
  const ran = await ended(bareForge('build', 'Two greetings', '--yes'))
  const complaints = [...merged(project, ran.out), ...leftBehind(project)]
  if (ran.code !== 0) complaints.push(`exit ${ran.code}: ${ran.out.slice(-700)}${ran.err.slice(-300)}`)
  const { out } = await ended(bareForge('events'))
  if (!out.includes('in the sandbox of its own program')) complaints.push('it is not on record that it held itself')
  return complaints
}

async function killed({ agent, llm, project, forge }: Trial): Promise<readonly string[]> {
  const doomed = forge('build', 'Two greetings', '--yes')
  const doomedEnd = ended(doomed)
  const isAtWork = (): boolean =>
    llm.served().requests.some(({ rule, turn, how }) => rule.startsWith('work-') && turn >= 1 && how === 'answered')
  for (let waited = 0; !isAtWork() && waited < 90_000 && doomed.exitCode === null; waited += 20) await sleep(20)
  doomed.kill('SIGKILL')
  await doomedEnd
  if (!isAtWork()) return ['never got to work']
  await sleep(2000)
  const complaints = leftBehind(project).map((left) => `after Forge was killed: ${left}`)
  const ran = await ended(forge('resume'))
  complaints.push(...merged(project, ran.out), ...leftBehind(project))
  if (ran.code !== 0) complaints.push(`resume: exit ${ran.code}: ${ran.out.slice(-700)}${ran.err.slice(-300)}`)
  const isResumed = llm.served().requests.some(({ rule }) => rule.startsWith('resumed-'))
  if (agent.resumes === 'yes' && !isResumed) complaints.push('the conversation that was lost was not gone on with')
  return complaints
}

interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

async function ended(child: ChildProcess): Promise<Ran> {
  const code = new Promise<number | null>((resolve) => void child.once('close', resolve))
  const [out, err] = await Promise.all([read(child.stdout), read(child.stderr)])
  return { code: await code, out, err }
}

function read(stream: ChildProcess['stdout']): Promise<string> {
  return stream === null ? Promise.resolve('') : text(stream)
}

/** Both units are in the branch of the run, made by real tool calls. */
function merged({ git }: RealProject, out: string): string[] {
  const branch = git('branch', '--list', '--format=%(refname:short)', 'forge/*').trim()
  const paths = branch === '' ? [] : git('ls-tree', '-r', '--name-only', branch).split('\n')
  const wanted = ['hello', 'goodbye'].flatMap((unit) => [`src/${unit}.js`, `test/${unit}.test.js`])
  const missing = wanted.filter((path) => !paths.includes(path))
  const planted = paths.filter((path) => path.includes('planted-by'))
  return [
    ...(missing.length === 0 ? [] : [`not merged: ${missing.join(', ')}`]),
    ...(planted.length === 0 && !out.includes('planted-by')
      ? []
      : [`files of the repository for agents have run: ${planted.join(', ')}`]),
  ]
}

/** To the token: what the run says to have used, and what the provider has served. */
async function books(llm: FakeLlm, forge: Trial['forge']): Promise<string[]> {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = llm.served().total.tokens
  const served = inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens
  const { out } = await ended(forge('cost', '--json'))
  const booked = (JSON.parse(out) as { total?: { tokens?: number } }).total?.tokens
  return booked === served ? [] : [`booked ${booked ?? 'nothing'} tokens, served ${served}`]
}

/** Nobody whose environment names this project lives. */
function leftBehind({ root }: RealProject): string[] {
  const alive = readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false
    try {
      if (/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) return false
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(root)
    } catch {
      return false
    }
  })
  return alive.length === 0 ? [] : [`${alive.length} processes are left`]
}
