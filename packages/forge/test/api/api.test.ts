/** The public API alone: what a program that brings its own surface can do with the package. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as api from '../../src/index.ts'
import type { DrivingRequest, Event, Forge, Supervisor, Talk } from '../../src/index.ts'
import { makeApiProject, type ApiProject } from './project.ts'

let project: ApiProject
beforeAll(() => {
  project = makeApiProject()
})
afterAll(() => project.end())

async function inForge(work: (forge: Forge, supervisor: Supervisor) => Promise<void>): Promise<void> {
  const supervisor = api.openSupervisor()
  const { cwd, env, home } = project
  const machine = { node: process.versions.node, sqlite: process.versions.sqlite ?? '', platform: process.platform }
  const forge = api.openForge({ cwd, env, home, now: Date.now, program: '', machine, supervisor })
  try {
    await work(forge, supervisor)
  } finally {
    await supervisor.kill()
    await forge.close()
  }
}

/** A person who approves every plan, and sees what happens. */
async function asking(forge: Forge, request: string, onEvent: (event: Event) => void): Promise<DrivingRequest> {
  const standing = await forge.trust.standing()
  return {
    what: { begin: { preset: 'build', request, dirt: 'refuse' } },
    ...(standing.ok && standing.value.state === 'untrusted' ? { trust: standing.value.name } : {}),
    consent: { plans: 'approve', planCommands: 'allow', gateChanges: 'ask' },
    signal: new AbortController().signal,
    onRun: () => undefined,
    onEvent: ({ event }) => onEvent(event),
    say: () => undefined,
    ask: () => Promise.resolve('unasked'),
  }
}

describe('the public API', { timeout: 120_000 }, () => {
  it('exports what is promised, and nothing else', () => {
    expect(Object.keys(api).toSorted()).toEqual([
      'Event',
      'Message',
      'Preset',
      'createBlobs',
      'createHostClient',
      'createLocks',
      'definePreset',
      'exits',
      'hostCodec',
      'openForge',
      'openSqliteLog',
      'openSupervisor',
      'operations',
      'parsePreset',
      'performOperation',
      'presetSpec',
      'raw',
      'render',
      'runCodec',
      'startDriver',
      'version',
    ])
  })

  it('runs a whole build by its operation, as any surface does', async () => {
    await inForge(async (forge) => {
      const listed = api.operations.find(({ name }) => name === 'build')
      const build = await listed?.load()
      if (build === undefined) throw new Error('there is no build')
      const standing = await forge.trust.standing()
      const trust = standing.ok && standing.value.state === 'untrusted' ? standing.value.name : undefined
      const input = build.input.parse({ request: 'Write quick', yes: true, allowPlanCommands: true, trust })
      const items: { readonly kind: string; readonly end?: string }[] = []
      const done = await api.performOperation(
        forge,
        build,
        input,
        talkTo((item) => items.push(item as (typeof items)[number])),
      )
      expect(done).toMatchObject({ ok: true, value: { exit: 'ok' } })
      expect(items.find(({ kind }) => kind === 'end')).toMatchObject({ end: 'finished' })
      const branch = project.git('branch', '--list', 'forge/*').trim()
      expect(project.git('show', `${branch}:quick.txt`)).toBe('quick\n')
    })
  })

  it('drives two runs at once in one process: one is stopped while the other ends well', async () => {
    await inForge(async (forge, supervisor) => {
      const [slowly, quickly] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const when =
        (path: string, then: () => void) =>
        (event: Event): void => {
          if (event.type === 'attempt.intended' && event.path === path) then()
        }
      const onSlow = when('slow/implement', () => slowly.resolve())
      const slow = forge.start(await asking(forge, 'Write slow', onSlow), { agent: 'scripted:slow.json' })
      const onQuick = when('quick/implement', () => quickly.resolve())
      const quick = forge.start(await asking(forge, 'Write quick again', onQuick))
      await Promise.all([slowly.promise, quickly.promise])
      expect(supervisor.count()).toBe(2)
      slow.stop()
      expect(await slow.ended).toMatchObject({ ok: true, value: { end: 'interrupted', view: { status: 'running' } } })
      expect(await quick.ended).toMatchObject({ ok: true, value: { end: 'finished', view: { outcome: 'done' } } })
      expect(supervisor.count()).toBe(0)
    })
  })
})

function talkTo(emit: (item: unknown) => void): Talk<unknown> {
  return {
    signal: new AbortController().signal,
    emit,
    say: () => undefined,
    confirm: () => Promise.resolve('unasked'),
    read: () => Promise.resolve('unasked'),
    readHidden: () => Promise.resolve('unasked'),
    edit: () => Promise.reject(new Error('nobody edits here')),
  }
}
