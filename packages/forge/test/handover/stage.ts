/** A real project with a real finished run, driven once by the scripted agent; tests work on copies of it. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSqliteLog } from '#adapters/log/sqlite/index.ts'
import { runCodec } from '#engine/streams.ts'
import type { Entry } from '#engine/ports.ts'
import { findRepository, placesOf } from '#forge/place/places.ts'
import { render } from '#messages/render.ts'
import type { Event } from '#model/event.ts'
import { openForge, type Forge, type Places } from '../../src/forge.ts'
import { bundledCommandLine, compiled, folderMadeOnce } from '../../../../scripts/bundled.ts'
import { callHere, trusting } from '../calling.ts'

const main = fileURLToPath(new URL('../../src/surfaces/cli/main.ts', import.meta.url))

export interface Project {
  readonly folder: string
  readonly run: string
  readonly places: Places
  git(...args: string[]): string
  /** The control repository. */
  control(...args: string[]): string
  write(path: string, text: string): void
  open(env?: Readonly<Record<string, string>>): Forge
}

export interface Stage {
  /** A copy of the finished run for one test. */
  copy(): Project
  end(): void
}

/** `approval`: the run is left where it asks about its plan. */
export type Until = 'end' | 'approval'

/** The run is driven once for all test files; each has a home of its own, and copies of the run in it. */
export async function makeStage(until: Until = 'end'): Promise<Stage> {
  const original = await folderMadeOnce(`stage-${until}`, (folder) => makeOriginal(folder, until))
  const root = realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'forge-handover-')))
  const home = makeHome(root)
  const run = readFileSync(join(original, 'run'), 'utf8')
  const first = join(original, 'first')
  const { state } = placesIn(first, join(original, 'home'))
  let copies = 0
  return {
    copy() {
      copies += 1
      const to = join(root, `copy-${copies}`)
      cpSync(first, to, { recursive: true })
      cpSync(state, placesIn(to, home).state, { recursive: true })
      return projectIn(to, home, run)
    },
    end: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** The home of the user who does everything from now on. */
function makeHome(root: string): string {
  const home = join(root, 'home')
  mkdirSync(home)
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.org\n')
  Object.assign(process.env, { HOME: home, GIT_CONFIG_NOSYSTEM: '1' })
  delete process.env['XDG_STATE_HOME']
  delete process.env['XDG_CONFIG_HOME']
  return home
}

async function makeOriginal(root: string, until: Until): Promise<void> {
  const HOME = makeHome(root)
  const folder = join(root, 'first')
  for (const [path, text] of Object.entries(files)) put(join(folder, path), text)
  gitIn(folder, 'init', '--quiet', '--initial-branch=main')
  gitIn(folder, 'add', '--all')
  gitIn(folder, 'commit', '--quiet', '-m', 'Start')
  const words = ['build', 'two files', '--json', ...(until === 'end' ? ['--yes'] : [])]
  const env = {
    PATH: process.env['PATH'],
    HOME,
    USER: 'ada',
    GIT_CONFIG_NOSYSTEM: '1',
    NODE_COMPILE_CACHE: compiled,
    ...trusting,
  }
  const ran = spawnSync(process.execPath, [await bundledCommandLine(), ...words], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  if (ran.status !== (until === 'end' ? 0 : 3)) throw new Error(ran.stderr)
  const last = JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '') as { run: string }
  writeFileSync(join(root, 'run'), last.run)
}

/** The command line, called here; waiting for a human is no failure. */
export async function forgeIn(cwd: string, words: readonly string[]): Promise<string> {
  const { exit, out, talk } = await runForge(cwd, words)
  if (exit !== 0 && exit !== 3) throw new Error(talk)
  return out
}

export async function runForge(
  cwd: string,
  words: readonly string[],
): Promise<{ exit: number | undefined; out: string; talk: string }> {
  const { PATH = '', HOME = '' } = process.env
  const { exitCode, out, error } = await callHere(words, {
    cwd,
    env: { PATH, HOME, USER: 'ada', GIT_CONFIG_NOSYSTEM: '1' },
  })
  return { exit: exitCode ?? undefined, out, talk: error }
}

function placesIn(folder: string, home: string): Places {
  const found = findRepository(folder)
  if (!found.ok) throw new Error(render(found.failure.message, 'en'))
  return placesOf(found.value, {}, home)
}

function projectIn(folder: string, home: string, run: string): Project {
  const places = placesIn(folder, home)
  return {
    folder,
    run,
    places,
    git: (...args) => gitIn(folder, ...args),
    control: (...args) => gitIn(join(places.state, 'control.git'), ...args),
    write: (path, text) => put(join(folder, path), text),
    open: (env = { USER: 'ada' }) =>
      openForge({
        cwd: folder,
        env: { ...trusting, ...env },
        home,
        now: () => Date.now(),
        machine: { node: process.versions.node, sqlite: '', platform: process.platform },
        program: main,
      }),
  }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function gitIn(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()
}

export async function entriesOf({ places, run }: Project): Promise<readonly Entry<Event>[]> {
  const log = must(await openSqliteLog(places.journal, runCodec))
  const entries = must(await log.read(run, 0))
  await log.close()
  return entries
}

/** The journal written again with other events: a whole chain of its own, as a forger would make it. */
export async function rechain(project: Project, alter: (events: Event[]) => Event[]): Promise<void> {
  const { places, run } = project
  const old = must(await openSqliteLog(places.journal, runCodec))
  const events = alter(must(await old.read(run, 0)).map(({ event }) => structuredClone(event)))
  const summary = must(await old.summaries()).find((row) => row.run === run)?.summary ?? {}
  await old.close()
  renameSync(places.journal, `${places.journal}-old`)
  const log = must(await openSqliteLog(places.journal, runCodec))
  const writer = must(await log.claim(run))
  let since = 0
  for (const event of events) {
    const turn = { events: [event], opened: [], closed: [], timers: [], summary }
    must(await writer.turn(since, `m${since}`, () => turn))
    since += 1
  }
  await log.close()
}

export function must<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}

const verify = [{ name: 'test', run: 'test ! -e DEFECT' }]

/** The first unit leaves a defect in its first attempt and removes it in its second; the second builds on the first. */
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
                { id: 'two', title: 'Two', depends: ['one'], writes: ['two.txt', 'shared.txt'], verify },
              ],
            },
          },
        },
      ],
    },
    {
      when: { role: 'worker', unit: 'one', attempt: 1 },
      steps: [{ do: 'write', path: 'DEFECT', text: 'x' }, { do: 'answer' }],
    },
    {
      when: { role: 'worker', unit: 'one' },
      steps: [{ do: 'delete', path: 'DEFECT' }, { do: 'write', path: 'one.txt', text: 'one\n' }, { do: 'answer' }],
    },
    {
      when: { role: 'worker', unit: 'two' },
      steps: [
        { do: 'write', path: 'two.txt', text: 'two\n' },
        { do: 'write', path: 'shared.txt', text: 'of the run\n' },
        { do: 'answer' },
      ],
    },
    { steps: [{ do: 'answer' }] },
  ],
}

const files: Readonly<Record<string, string>> = {
  'README.md': 'a project\n',
  'shared.txt': 'at the start\n',
  '.gitignore': 'ignored/\n',
  '.forge/config.yaml': 'verify:\n  - name: test\n    run: test ! -e DEFECT\nagent: scripted:.forge/script.json\n',
  '.forge/script.json': JSON.stringify(script),
}
