/** A project of a user with a home of its own, and one real run driven in it: real git, processes, SQLite, scripted agents. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createLocks, openSqliteLog } from '#adapters/log/sqlite/index.ts'
import type { RunState } from '#core/state/state.ts'
import { runCodec } from '#engine/streams.ts'
import { driveRun, type DriveResult } from '#forge/drive/loop.ts'
import { findRepository, placesOf } from '#forge/place/places.ts'
import type { Refusal } from '#forge/refusal.ts'
import { openWorld, readUser } from '#forge/world/world.ts'
import type { Said } from '#messages/said.ts'
import { Budget } from '#model/budget.ts'
import { defined } from '#model/defined.ts'
import type { Event } from '#model/event.ts'
import { hashText } from '#model/digest.ts'
import type { Message } from '#model/message.ts'
import type { Result } from '#model/result.ts'
import { buildSpec } from '#testing/builders/index.ts'

export interface Project {
  /** All of it lies here and is gone afterwards. */
  readonly root: string
  /** The user's checkout. */
  readonly folder: string
  readonly home: string
}

export type Step = Readonly<Record<string, unknown>>

export interface Rule {
  readonly when?: Readonly<Record<string, unknown>>
  readonly steps: readonly Step[]
}

export async function inProject<T>(
  { rules, files = {} }: { readonly rules: (project: Project) => readonly Rule[]; readonly files?: Files },
  work: (project: Project) => Promise<T>,
): Promise<T> {
  const root = realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'forge-driven-')))
  const project: Project = { root, folder: join(root, 'project'), home: join(root, 'home') }
  try {
    mkdirSync(project.home)
    write(project.folder, { 'README.md': 'a project\n', ...files })
    userGit(project, 'init', '--quiet', '--initial-branch=main')
    userGit(project, 'config', 'gc.auto', '0')
    userGit(project, 'add', '--all')
    userGit(project, 'commit', '--quiet', '-m', 'Start')
    write(root, { 'script.json': JSON.stringify({ version: 1, rules: rules(project) }) })
    return await work(project)
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

export type Files = Readonly<Record<string, string>>

export function write(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

export const identity = { name: 'Ada', email: 'ada@example.org' } as const

/** The user's own git, with their own identity. */
export function userGit({ folder }: Project, ...args: string[]): string {
  const env = {
    PATH: process.env['PATH'],
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_COMMITTER_NAME: identity.name,
    GIT_COMMITTER_EMAIL: identity.email,
  }
  const flags = ['-c', `user.name=${identity.name}`, '-c', `user.email=${identity.email}`]
  return execFileSync('git', [...flags, ...args], { cwd: folder, env, encoding: 'utf8' })
}

export interface Drive {
  readonly run: string
  /** Deadlines of the agent that works. */
  readonly limits?: { readonly wallMs: number; readonly idleMs: number }
  readonly verify?: string
  readonly attempts?: number
  readonly revisions?: number
  /** How many attempts the whole run may take. */
  readonly dispatches?: number
  readonly slots?: number
  readonly setup?: readonly string[]
  readonly say?: (said: Said) => void
  readonly onEvent?: (event: Event) => void
  /** `required`: agents and checks behind walls; otherwise they see the machine as it is. */
  readonly sandbox?: 'required' | 'off'
  /** Forge's own environment. */
  readonly env?: Readonly<Record<string, string>>
}

const day = { wallMs: 86_400_000, idleMs: 86_400_000 }

/** Drive a run until it ends or waits; only plans are approved. */
export async function drive({ root, folder, home }: Project, asked: Drive): Promise<Result<DriveResult, Refusal>> {
  const repository = must(findRepository(folder))
  const places = placesOf(repository, {}, home)
  const user = must(await readUser(repository))
  const log = must(await openSqliteLog(places.journal, runCodec))
  const say = asked.say ?? (() => undefined)
  const agent = `scripted:${join(root, 'script.json')}`
  const sandbox = { mode: asked.sandbox === 'required' ? 'require' : 'off', network: { ports: [] } } as const
  const world = must(
    await openWorld(
      {
        repository,
        places,
        agent,
        sandbox,
        say,
        setup: asked.setup ?? [],
        ...defined({ env: asked.env }),
      },
      user,
    ),
  )
  try {
    return await driveRun({
      run: asked.run,
      log,
      locks: createLocks(places.locks),
      journal: places.journal,
      world,
      signal: new AbortController().signal,
      opening: [
        {
          type: 'start',
          id: 'start',
          at: 1,
          spec: specOf(asked, user.head),
          nonce: hashText(asked.run),
          trust: { ground: 'nothing' },
        },
      ],
      onEntry: ({ event }) => asked.onEvent?.(event),
      answer: approvalOf,
    })
  } finally {
    await log.close()
  }
}

function specOf(asked: Drive, base: string) {
  const { limits = day, verify = 'true', attempts = 2, revisions = 1, slots = 2, dispatches = 1000 } = asked
  const checks = [{ name: 'test', run: verify, cwd: '.', timeoutMs: 60_000 }]
  const budget = Budget.parse({ transport: 1, attempts, revisions, planRounds: 1 })
  const request = { request: 'a request', base, environment: hashText('driven'), verify: checks }
  const spec = buildSpec(request, { slots, budget, limits: { dispatches, unitDispatches: 40 } })
  for (const phase of spec.templates['module']?.phases ?? [])
    if (phase.kind === 'agent' && phase.role === 'worker') Object.assign(phase, limits)
  return spec
}

function approvalOf(state: RunState): Message | undefined {
  const question = Object.values(state.questions).find(({ path }) => path.startsWith('plan/'))
  if (question === undefined) return undefined
  const { key, subject } = question
  return { type: 'approve', id: `yes ${key}`, at: 2, question: key, subject, by: { kind: 'operator', name: 'ada' } }
}

export function must<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}
