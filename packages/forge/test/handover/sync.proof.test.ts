/** `forge sync` on a real finished run whose user went on working meanwhile. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocks } from '#adapters/log/sqlite/index.ts'
import type { Refusal } from '#forge/refusal.ts'
import type { Synced } from '#forge/handover/sync.ts'
import { entriesOf, forgeIn, makeStage, must, rechain, runForge, type Project, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await makeStage()
}, 60_000)
afterAll(() => stage.end())

async function sync(project: Project, env?: Readonly<Record<string, string>>): Promise<Synced | Refusal> {
  const forge = project.open(env)
  const request = { run: project.run, signal: new AbortController().signal, say: () => undefined }
  const done = await forge.handover.sync(request)
  await forge.close()
  return done.ok ? done.value : done.failure
}

async function violatedIn(project: Project): Promise<readonly string[]> {
  const forge = project.open()
  const report = must(await forge.handover.audit(project.run))
  await forge.close()
  return report.invariants.filter(({ state }) => state !== 'ok').map(({ id }) => id)
}

function moveMain(project: Project, path: string, text: string): string {
  project.write(path, text)
  project.git('add', path)
  project.git('commit', '--quiet', '-m', 'Mine')
  return project.git('rev-parse', 'HEAD')
}

const integrationOf = (project: Project): string =>
  project.control('rev-parse', `refs/forge/${project.run}/integration`)

describe('forge sync', () => {
  it('I-19 brings nothing onto a commit that somebody else put on the integration ref', async () => {
    const project = stage.copy()
    const ref = `refs/forge/${project.run}/integration`
    const tip = integrationOf(project)
    moveMain(project, 'mine.txt', 'mine\n')
    const evil = project.control('-c', 'user.name=A', '-c', 'user.email=a@b', 'commit-tree', `${tip}^{tree}`, '-m', 'x')
    project.control('update-ref', ref, evil)
    expect(await sync(project)).toMatchObject({ code: 'foreign-ref' })
    expect(integrationOf(project)).toBe(evil)
  })

  it('I-19 merges a moved base, verifies, records and publishes it, and the run lands then', async () => {
    const project = stage.copy()
    const base = moveMain(project, 'mine.txt', 'mine\n')
    const done = (await sync(project)) as Synced
    expect(done).toMatchObject({ state: 'synced', branch: 'main', base, checks: [{ name: 'test', state: 'green' }] })
    expect(integrationOf(project)).toBe(done.tip)
    expect(project.git('rev-parse', `forge/${project.run}`)).toBe(done.tip)
    expect(project.git('rev-parse', 'HEAD')).toBe(base)
    expect(project.git('status', '--porcelain')).toBe('')
    const last = (await entriesOf(project)).filter(({ event }) => event.type === 'base.synced')
    expect(last.map(({ event }) => event)).toMatchObject([{ tip: done.tip, base, by: { kind: 'operator' } }])
    expect(await violatedIn(project)).toEqual([])
    const forge = project.open()
    const landed = must(await forge.handover.land({ run: project.run, what: 'done', mode: 'land' }))
    await forge.close()
    expect(landed).toMatchObject({ state: 'landed', to: done.tip })
    expect(project.git('status', '--porcelain')).toBe('')
    expect(await violatedIn(project)).toEqual([])
  })

  it('I-8 does nothing, and appends nothing, when the run has all of the branch', async () => {
    const project = stage.copy()
    const before = (await entriesOf(project)).length
    expect(await sync(project)).toMatchObject({ state: 'already' })
    expect((await entriesOf(project)).length).toBe(before)
  })

  it('I-19 moves nothing on a conflict, and names the paths', async () => {
    const project = stage.copy()
    const [before, shown] = [integrationOf(project), project.git('rev-parse', `forge/${project.run}`)]
    moveMain(project, 'shared.txt', 'of the user\n')
    expect(await sync(project)).toMatchObject({ state: 'conflict', conflicts: ['shared.txt'] })
    expect([integrationOf(project), project.git('rev-parse', `forge/${project.run}`)]).toEqual([before, shown])
  })

  it('I-19 moves nothing when the whole is red together, and leaves no tree', async () => {
    const project = stage.copy()
    const before = [integrationOf(project), (await entriesOf(project)).length]
    moveMain(project, 'DEFECT', 'x\n')
    expect(await sync(project)).toMatchObject({ state: 'red', checks: [{ name: 'test', state: 'red' }] })
    expect([integrationOf(project), (await entriesOf(project)).length]).toEqual(before)
    expect(existsSync(join(project.places.state, 'trees', `${project.run}.scratch.sync.check`))).toBe(false)
  })

  it('I-9 is refused while another Forge drives the run', async () => {
    const project = stage.copy()
    moveMain(project, 'mine.txt', 'mine\n')
    const lock = must(await createLocks(project.places.locks).acquire(`run-${project.run}`, {}))
    expect(await sync(project)).toMatchObject({ code: 'held', exit: 'held' })
    await lock.release()
    expect(await sync(project)).toMatchObject({ state: 'synced' })
  })

  it('I-26 records a sync whose process died between the ref and the journal', async () => {
    const project = stage.copy()
    const base = moveMain(project, 'mine.txt', 'mine\n')
    const done = (await sync(project)) as Synced
    const lost = stage.copy()
    lost.git('fetch', '--quiet', project.folder, 'main')
    lost.git('reset', '--quiet', '--hard', base)
    lost.control('fetch', '--quiet', join(project.places.state, 'control.git'), `refs/forge/${project.run}/integration`)
    lost.control('update-ref', `refs/forge/${project.run}/integration`, done.tip)
    const intended = (await entriesOf(project))
      .map(({ event }) => event)
      .filter((event) => event.type === 'syncing.intended')
    await rechain(lost, (events) => [...events, ...intended])
    expect(await sync(lost)).toMatchObject({ state: 'synced', tip: done.tip })
    expect(await violatedIn(lost)).toEqual([])
    expect(await sync(lost)).toMatchObject({ state: 'already' })
  })

  it('I-23 is refused when an agent of Forge asks', async () => {
    expect(await sync(stage.copy(), { FORGE_KEY: 'k' })).toMatchObject({ code: 'agent' })
  })
})

describe('the command line', () => {
  it('B16 audit exits with 0, and with 1 when something does not hold', async () => {
    const project = stage.copy()
    const sound = await runForge(project.folder, ['audit', '--json'])
    expect({ exit: sound.exit, ...(JSON.parse(sound.out) as object) }).toMatchObject({ exit: 0, sound: true })
    project.git('update-ref', 'refs/forge/x', 'main')
    const broken = await runForge(project.folder, ['audit'])
    expect(broken).toMatchObject({
      exit: 1,
      out: expect.stringContaining('your repository has refs/forge/x, which Forge must not create'),
    })
  })

  it('I-19 land names sync, and sync exits with 5 on a conflict and 7 while the run is held', async () => {
    const project = stage.copy()
    moveMain(project, 'shared.txt', 'of the user\n')
    const land = await runForge(project.folder, ['land'])
    expect(land).toMatchObject({ exit: 1, talk: expect.stringContaining(`forge sync ${project.run}`) })
    const conflict = await runForge(project.folder, ['sync'])
    expect(conflict).toMatchObject({ exit: 5, out: expect.stringContaining('shared.txt') })
    const lock = must(await createLocks(project.places.locks).acquire(`run-${project.run}`, {}))
    expect(await runForge(project.folder, ['sync'])).toMatchObject({ exit: 7 })
    await lock.release()
  })
})

// Last, because its stage takes the home over.
describe('forge sync of a run that goes on', () => {
  it(
    'I-6 I-13 I-19 what waits for is built on the moved base, and finds nothing of a sync that died, which comes first',
    { timeout: 180_000 },
    async () => {
      const waiting = await makeStage('approval')
      const project = waiting.copy()
      const base = moveMain(project, 'mine.txt', 'mine\n')
      // What a sync that was killed while it verified leaves is removed by whoever drives next.
      const left = join(project.places.state, 'trees', `${project.run}.scratch.sync.check`)
      mkdirSync(join(left, 'files'), { recursive: true })
      expect((await runForge(project.folder, ['resume', project.run])).exit).toBe(3)
      expect(existsSync(left)).toBe(false)
      // Nothing is merged yet: the run simply goes on from the newer commit.
      expect(await sync(project)).toMatchObject({ state: 'synced', tip: base })
      await forgeIn(project.folder, ['resume', project.run, '--yes', '--json'])
      expect(project.git('ls-tree', '--name-only', `forge/${project.run}`).split('\n')).toEqual(
        expect.arrayContaining(['mine.txt', 'one.txt', 'two.txt']),
      )
      expect(await violatedIn(project)).toEqual([])
      waiting.end()
    },
  )
})
