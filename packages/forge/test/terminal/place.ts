/** A project of a user with a home of its own, the command line in it as a real process, and a real terminal around it. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { findRepository, placesOf, type Places } from '#forge/place/places.ts'
import { render } from '#messages/render.ts'
import { bundledCommandLine, compiled } from '../../../../scripts/bundled.ts'
import { callHere, trusting, type Ran } from '../calling.ts'
import { livingWith, until } from '../processes/living.ts'

export interface Place {
  readonly root: string
  readonly places: Places
  /** Lets everybody through who waits at the gate. */
  openGate(): void
  /** In this process. */
  forge(args: readonly string[]): Promise<Ran>
  /** As a process of its own. */
  start(args: readonly string[], input?: 'pipe'): ChildProcess
  /** A terminal of 100 × 40 with a shell in the project. */
  openTerminal(): Terminal
  /** Pids of everything that Forge started here and that still lives. */
  living(): readonly number[]
  end(): void
}

export interface Terminal {
  type(...keys: readonly string[]): void
  /** What stands on it now. */
  screen(): string
  cursor(): 'shown' | 'hidden'
  /** Waits until the screen shows it. */
  shows(text: string | RegExp): Promise<string>
}

export type Steps = readonly object[]

/** What one agent does: by role, and for workers by unit. */
export interface Habits {
  readonly planner?: Steps
  readonly worker?: Steps
  /** One after the other, by attempt; after the last of them `worker` goes on. */
  readonly workers?: readonly Steps[]
  readonly reviewer?: Steps
  readonly advisor?: Steps
}

export interface Whose {
  /** Of a user who has other projects too; absent: of one who has only this. */
  readonly home?: string
  /** Whose limits its agent is held to: a script is its own provider, by its name. */
  readonly provider?: string
}

export async function makePlace(habits: Habits = {}, whose: Whose = {}): Promise<Place> {
  const cli = await bundledCommandLine()
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'forge-terminal-')))
  const root = join(base, 'shop')
  const { home = join(base, 'home'), provider = 'rehearsal' } = whose
  mkdirSync(join(root, '.forge'), { recursive: true })
  mkdirSync(home, { recursive: true })
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    USER: 'ada',
    NODE_COMPILE_CACHE: compiled,
    GIT_CONFIG_NOSYSTEM: '1',
    // Agents of these tests wait for a gate outside of their tree.
    FORGE_SANDBOX: 'off',
    ...trusting,
  }
  writeFileSync(join(root, '.forge/config.yaml'), `${config}agent: scripted:.forge/${provider}.json\n`)
  writeFileSync(
    join(root, `.forge/${provider}.json`),
    JSON.stringify({ version: 1, rules: rulesOf(habits) }).replaceAll('GATE', join(base, 'gate')),
  )
  for (const args of [
    ['init', '-qb', 'main'],
    ['add', '-A'],
    [...identity, 'commit', '-qm', 'Start'],
  ])
    execFileSync('git', args, { cwd: root, env })
  const found = findRepository(root)
  if (!found.ok) throw new Error(render(found.failure.message, 'en'))
  const command = join(base, 'forge')
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`)
  chmodSync(command, 0o755)
  const socket = join(base, 'tmux')
  const started: ChildProcess[] = []
  const start = (args: readonly string[], input?: 'pipe'): ChildProcess => {
    const stdio = [input ?? 'ignore', 'pipe', 'pipe'] as const
    const child = spawn(process.execPath, [cli, ...args], { cwd: root, env, stdio: [...stdio] })
    started.push(child)
    return child
  }
  const living = (): readonly number[] => livingWith(`FORGE_SCOPE=${found.value.id}`)
  return {
    root,
    openGate: () => writeFileSync(join(base, 'gate'), ''),
    places: placesOf(found.value, {}, home),
    start,
    forge: (args) => callHere(args, { cwd: root, env }),
    openTerminal: () => openTerminal(socket, root, { ...env, PATH: `${base}:${env.PATH}` }),
    living,
    end() {
      // A test that failed half-way leaves nobody behind.
      for (const child of started) child.kill('SIGKILL')
      for (const pid of living()) process.kill(pid, 'SIGKILL')
      try {
        execFileSync('tmux', ['-S', socket, 'kill-server'], { stdio: 'ignore' })
      } catch {
        // There was no terminal.
      }
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** For one test file, called at its top: makes places, each of which is ended after its test. */
export function placesOfTests(): (habits?: Habits) => Promise<Place> {
  const made: Place[] = []
  afterEach(() => {
    for (const place of made.splice(0)) place.end()
  })
  return async (habits) => {
    const place = await makePlace(habits)
    made.push(place)
    return place
  }
}

const config = 'verify:\n  - name: exists\n    run: test -e shop.txt\nslots: 2\n'
const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid']

export const usualPlan = {
  do: 'answer',
  with: {
    plan: {
      summary: 'One file, plan {{attempt}}.',
      units: [
        {
          id: 'shop',
          title: 'The shop',
          depends: [],
          writes: ['shop.txt'],
          verify: [{ name: 'exists', run: 'test -e shop.txt' }],
        },
      ],
    },
  },
}
export const usualWork: Steps = [{ do: 'write', path: 'shop.txt', text: 'open\n' }, { do: 'answer' }]

/** Waits at the gate, with a child that has left its session; `stubborn` ones ignore being asked to stop. */
export function waiting(how: 'obedient' | 'stubborn'): Steps {
  const asked = how === 'stubborn' ? "trap '' TERM INT; " : ''
  const line = `test -e GATE || { ${asked}setsid sleep 60 & echo at work; until test -e GATE; do sleep 0.1; done; }`
  return [...(how === 'stubborn' ? [{ do: 'ignore-signals' }] : []), { do: 'run', line }]
}

function rulesOf(habits: Habits): object[] {
  const { planner = [usualPlan], worker = usualWork, workers = [], reviewer = [{ do: 'answer' }] } = habits
  return [
    { when: { role: 'planner' }, steps: planner },
    ...workers.map((steps, index) => ({ when: { role: 'worker', attempt: index + 1 }, steps })),
    { when: { role: 'worker' }, steps: worker },
    { when: { role: 'reviewer' }, steps: reviewer },
    ...(habits.advisor === undefined ? [] : [{ when: { role: 'advisor' }, steps: habits.advisor }]),
    { steps: [{ do: 'answer' }] },
  ]
}

function openTerminal(socket: string, cwd: string, env: Readonly<Record<string, string>>): Terminal {
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { cwd, env, encoding: 'utf8' })
  tmux('new-session', '-d', '-s', 'one', '-x', '100', '-y', '40', 'env PS1=ready: sh')
  const screen = (): string => tmux('capture-pane', '-p', '-t', 'one')
  return {
    type: (...keys) => void tmux('send-keys', '-t', 'one', ...keys),
    screen,
    cursor: () => (tmux('display-message', '-p', '-t', 'one', '#{cursor_flag}').trim() === '1' ? 'shown' : 'hidden'),
    async shows(text) {
      let seen = ''
      const isShown = (): boolean => {
        seen = screen()
        return typeof text === 'string' ? seen.includes(text) : text.test(seen)
      }
      await until(isShown, 45_000).catch(() => {
        throw new Error(`the terminal never showed ${String(text)}:\n${seen}`)
      })
      return seen
    },
  }
}
