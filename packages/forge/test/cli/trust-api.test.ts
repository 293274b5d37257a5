/** A program that calls Forge is held to trust like the command line: nothing that a repository brings runs without it (I-42). */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import { defined } from '#model/defined.ts'
import type { EventOf } from '#model/event.ts'
import { operations } from '#surfaces/operations/list.ts'
import { openForge, type Driven, type DrivingRequest, type Forge, type Refusal } from '../../src/forge.ts'
import type { Result } from '#model/result.ts'
import { makeStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(() => {
  stage = makeStage()
  const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: stage.root, env, encoding: 'utf8' })
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.invalid')
  git('commit', '--quiet', '--allow-empty', '-m', 'Start')
})
afterAll(() => stage.end())

function clone(files: Readonly<Record<string, string>>): void {
  mkdirSync(join(stage.root, '.forge'), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(stage.root, '.forge', path), text)
}

/** A user who trusts no folder, and whose program asks nobody anything. */
async function calling<T>(call: (forge: Forge) => Promise<T>): Promise<T> {
  const home = join(stage.root, '../home')
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, USER: 'ada', FORGE_SANDBOX: 'off' }
  const machine = { node: process.versions.node, sqlite: '', platform: process.platform }
  const forge = openForge({ cwd: stage.root, env, home, now: Date.now, program: '', machine })
  try {
    return await call(forge)
  } finally {
    await forge.close()
  }
}

function driving(trust?: string, run?: string): Promise<Result<Driven, Refusal>> {
  const over = new AbortController()
  const request: DrivingRequest = {
    what: run === undefined ? { begin: { preset: 'build', request: 'x', dirt: 'leave' } } : { resume: run },
    consent: { plans: 'ask', planCommands: 'ask', gateChanges: 'ask' },
    signal: over.signal,
    onRun: () => undefined,
    // What is recorded first is all that is looked at.
    onEvent: () => over.abort(),
    say: () => undefined,
    ask: () => Promise.resolve('unasked'),
  }
  return calling((forge) => forge.drive({ ...request, ...defined({ trust }) }))
}

const refusalOf = (result: Result<unknown, Refusal>): Refusal | undefined => (result.ok ? undefined : result.failure)

it('I-42 every operation that takes a name to trust asks for it first: those that drive where they drive, the others at the door', async () => {
  const loaded = await Promise.all(operations.map(({ load }) => load()))
  const taking = loaded.filter(({ input }) => 'trust' in input.shape)
  const atDoor = taking.filter(({ needs }) => needs === 'trust')
  expect(loaded.filter(({ needs }) => needs === 'trust')).toEqual(atDoor)
  expect(atDoor.map(({ name }) => name).toSorted()).toEqual([
    'agents try',
    'doctor',
    'preset check',
    'rehearse',
    'sync',
  ])
  for (const { name, exits } of atDoor) expect(exits?.waiting, name).toContain('that you have not trusted yet')
  const driving = taking.filter(({ needs }) => needs === undefined)
  expect(driving.filter(({ input }) => !('allowPlanCommands' in input.shape)).map(({ name }) => name)).toEqual([])
})

describe('a program that calls Forge in a repository that somebody else wrote', { timeout: 60_000 }, () => {
  it('I-42 T-26 is refused with the name and all that would be used, and nothing runs', async () => {
    clone({ 'config.yaml': "agent: command:touch pwned\nverify: ['true']\n" })
    const refused = refusalOf(await driving())
    expect(refused).toMatchObject({ code: 'untrusted', exit: 'waiting' })
    expect(refused?.untrusted?.name).toMatch(/^[0-9a-f]{32}$/u)
    expect(refused?.untrusted?.brought).toContainEqual({ what: 'agent', value: 'command:touch pwned' })
    expect(refusalOf(await driving('0'.repeat(32)))).toMatchObject({ code: 'other-trust' })
    const talk = { signal: AbortSignal.timeout(30_000), say: () => undefined }
    const others = await calling(async (forge) => [
      refusalOf(await forge.agents.try({ agent: 'command:touch pwned' }, talk)),
      refusalOf(await forge.handover.sync({ run: 'any', ...talk })),
    ])
    expect(others.map((one) => one?.code)).toEqual(['untrusted', 'untrusted'])
    expect(existsSync(join(stage.root, 'pwned'))).toBe(false)
  })

  it('I-42 goes on by that name, and the run has on record what was trusted and by whom, also where it changed', async () => {
    clone({
      'config.yaml': "agent: scripted:.forge/none.yaml\nverify: ['true']\n",
      'none.yaml': 'version: 1\nrules: [{ steps: [{ do: exit, code: 1 }] }]\n',
    })
    const name = refusalOf(await driving())?.untrusted?.name ?? ''
    const driven = await driving(name)
    if (!driven.ok) throw new Error(render(driven.failure.message, 'en'))
    const { run } = driven.value.view
    const by = { kind: 'operator', name: 'ada' }
    const created = await eventOf(run, 'run.created')
    expect(created?.trust).toMatchObject({ ground: 'approval', name, by })
    clone({ 'config.yaml': "agent: scripted:.forge/none.yaml\nverify: ['true', 'echo more']\n" })
    const more = refusalOf(await driving(undefined, run))?.untrusted?.name ?? name
    expect(more).not.toBe(name)
    await driving(more, run)
    expect((await eventOf(run, 'environment.changed'))?.trust).toMatchObject({ ground: 'approval', name: more, by })
  })
})

async function eventOf<Type extends 'run.created' | 'environment.changed'>(
  run: string,
  type: Type,
): Promise<EventOf<Type> | undefined> {
  const events = await calling(async (forge) => {
    for await (const batch of forge.follow(run, 0, new AbortController().signal))
      return batch.ok ? batch.value.map(({ event }) => event) : []
    return []
  })
  return events.findLast((event): event is EventOf<Type> => event.type === type)
}
