/** One trial of a real agent: a project, the fake provider, the command line of Forge, and what must be true afterwards. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startFakeLlm, type FakeLlm } from '#testing/fake-llm/server.ts'
import { Script } from '#testing/fake-llm/script.ts'
import { pathWithout } from '../../sandbox/hiding.ts'
import { here, type RealAgent } from './agents.ts'
import { makeProject, type RealProject } from './project.ts'
import { scriptOf } from './script.ts'
import { trusting } from '../../calling.ts'

const main = fileURLToPath(new URL('../../../src/surfaces/cli/main.ts', import.meta.url))

export interface Trial {
  readonly agent: RealAgent
  readonly llm: FakeLlm
  readonly project: RealProject
  readonly forge: (...args: readonly string[]) => ChildProcess
  /** The same on a machine without bubblewrap. */
  readonly bareForge: (...args: readonly string[]) => ChildProcess
  /** The same for a user who has no key, but these variables. */
  readonly forgeWithout: (more: Readonly<Record<string, string>>) => Trial['forge']
}

export async function inTrial(
  agent: RealAgent,
  act: (trial: Trial) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  // Not in a temporary folder: Codex does not keep its helpers there.
  const project = makeProject(join(here, 'node_modules', '.forge-proof'), agent)
  const outside = join(project.root, 'escaped')
  const llm = await startFakeLlm({ script: Script.parse(scriptOf(outside, agent.writes)) })
  if (!llm.ok) return [llm.failure]
  const env = {
    ...trusting,
    PATH: [...agent.bin, process.env['PATH'] ?? ''].join(':'),
    HOME: join(project.root, 'home'),
    USER: 'ada',
    XDG_STATE_HOME: join(project.root, 'state'),
  }
  const key = agent.env(llm.value.url)
  const forgeWithout =
    (more: Readonly<Record<string, string>>): Trial['forge'] =>
    (...args) =>
      spawn(process.execPath, ['--conditions=source', '--no-warnings', main, ...args], {
        cwd: project.folder,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
  try {
    const bareForge: Trial['forge'] = (...args) =>
      forgeWithout({ ...key, PATH: pathWithout('bwrap', env.PATH, mkdtempSync(join(project.root, 'path-'))) })(...args)
    const complaints = await act({ agent, llm: llm.value, project, forge: forgeWithout(key), bareForge, forgeWithout })
    return existsSync(outside) ? [...complaints, 'one of its commands wrote outside of its tree'] : complaints
  } finally {
    await llm.value.close()
    rmSync(project.root, { recursive: true, force: true, maxRetries: 5 })
  }
}

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export async function ended(child: ChildProcess): Promise<Ran> {
  const code = new Promise<number | null>((resolve) => void child.once('close', resolve))
  const [out, err] = await Promise.all([read(child.stdout), read(child.stderr)])
  return { code: await code, out, err }
}

function read(stream: ChildProcess['stdout']): Promise<string> {
  return stream === null ? Promise.resolve('') : text(stream)
}

/** Both units are in the branch of the run, made by real tool calls. */
export function merged({ git }: RealProject, out: string): string[] {
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

/** Nobody whose environment names this project lives. */
export function leftBehind({ root }: RealProject): string[] {
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
