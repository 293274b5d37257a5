/** `forge land` and `forge sync` on a real finished run with the user's own git around it. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Landing, LandRequest } from '#forge/handover/landing.ts'
import type { Refusal } from '#forge/refusal.ts'
import { makeStage, type Project, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await makeStage()
}, 60_000)
afterAll(() => stage.end())

async function land(
  project: Project,
  request: Partial<LandRequest> = {},
  env?: Readonly<Record<string, string>>,
): Promise<Landing | Refusal> {
  const forge = project.open(env)
  const landed = await forge.handover.land({ run: project.run, what: 'done', mode: 'land', ...request })
  await forge.close()
  return landed.ok ? landed.value : landed.failure
}

const tipOf = (project: Project): string => project.git('rev-parse', `forge/${project.run}`)

describe('forge land', () => {
  it('I-27 moves the branch, the checkout and the index forward, and nothing else', async () => {
    const project = stage.copy()
    expect(await land(project)).toMatchObject({
      state: 'landed',
      branch: 'main',
      paths: ['one.txt', 'shared.txt', 'two.txt'],
    })
    expect(project.git('rev-parse', 'main')).toBe(tipOf(project))
    expect(project.git('status', '--porcelain', '--branch')).toBe('## main')
    expect(readFileSync(join(project.folder, 'shared.txt'), 'utf8')).toBe('of the run\n')
    expect(project.git('reflog', '-1', '--format=%gs')).toBe(`forge: landed ${project.run}`)
    expect(await land(project)).toMatchObject({ state: 'already' })
  })

  it('I-27 keeps changes of the user that are elsewhere byte for byte, staged and not', async () => {
    const project = stage.copy()
    project.write('README.md', 'changed by hand\r\n')
    project.write('staged.txt', 'staged\n')
    project.git('add', 'staged.txt')
    project.write('notes/new.txt', 'untracked')
    project.write('ignored/cache', 'ignored')
    const before = project.git('status', '--porcelain', '--ignored')
    expect(await land(project)).toMatchObject({ state: 'landed' })
    expect(project.git('status', '--porcelain', '--ignored')).toBe(before)
    expect(readFileSync(join(project.folder, 'README.md'), 'utf8')).toBe('changed by hand\r\n')
    expect(project.git('diff', '--cached', '--name-only')).toBe('staged.txt')
  })

  it('I-19 refuses while the integration ref is where somebody else put it, and goes on when it is put back', async () => {
    const project = stage.copy()
    const ref = `refs/forge/${project.run}/integration`
    const [tip, evil] = [project.control('rev-parse', ref), project.git('rev-parse', 'main')]
    project.control('update-ref', ref, evil)
    const refused = (await land(project)) as Refusal
    expect(refused).toMatchObject({ code: 'foreign-ref' })
    expect(refused.message).toEqual(`${ref} is at ${evil}, but the journal records ${tip}: another program moved it`)
    expect(refused.hint).toSay(`update-ref ${ref} ${tip} ${evil}`)
    expect(project.git('rev-parse', 'main')).toBe(evil)
    project.control('update-ref', ref, tip, evil)
    expect(await land(project)).toMatchObject({ state: 'landed', to: tip })
  })

  it('shows what would change and changes nothing with --dry-run', async () => {
    const project = stage.copy()
    const before = project.git('rev-parse', 'HEAD')
    expect(await land(project, { mode: 'show' })).toMatchObject({ state: 'would-land' })
    expect(project.git('rev-parse', 'HEAD')).toBe(before)
    expect(project.git('status', '--porcelain')).toBe('')
  })

  it('makes the published branch again when it was deleted', async () => {
    const project = stage.copy()
    const tip = tipOf(project)
    project.git('branch', '-D', `forge/${project.run}`)
    expect(await land(project)).toMatchObject({ state: 'landed', to: tip })
    expect(tipOf(project)).toBe(tip)
  })

  it('I-27 runs no hook of the repository', async () => {
    const project = stage.copy()
    for (const hook of ['post-merge', 'post-checkout', 'reference-transaction', 'post-index-change']) {
      project.write(`.git/hooks/${hook}`, '#!/bin/sh\ntouch "$(git rev-parse --show-toplevel)/HOOKED"\n')
      project.git('update-index', '--refresh')
    }
    const { chmodSync } = await import('node:fs')
    for (const hook of ['post-merge', 'post-checkout', 'reference-transaction', 'post-index-change'])
      chmodSync(join(project.folder, '.git/hooks', hook), 0o755)
    expect(await land(project)).toMatchObject({ state: 'landed' })
    rmSync(join(project.folder, '.git/hooks'), { recursive: true })
    expect(project.git('status', '--porcelain')).toBe('')
  })
})

describe('a landing that was killed', () => {
  it('I-27 F-1 between the checkout and the branch is completed, and nobody is blamed for it', async () => {
    const project = stage.copy()
    project.git('update-index', '-q', '--refresh')
    project.git('read-tree', '-m', '-u', 'HEAD', tipOf(project))
    expect(await land(project)).toMatchObject({ state: 'landed', branch: 'main' })
    expect(project.git('rev-parse', 'main')).toBe(tipOf(project))
    expect(project.git('status', '--porcelain', '--branch')).toBe('## main')
  })

  it('I-27 F-1 in the middle of the checkout is completed: some files are turned, the index is not', async () => {
    const project = stage.copy()
    project.write('one.txt', 'one\n')
    project.write('shared.txt', 'of the run\n')
    expect(await land(project)).toMatchObject({ state: 'landed', branch: 'main' })
    expect(project.git('status', '--porcelain', '--branch')).toBe('## main')
  })
})

describe('forge land refuses', () => {
  async function refused(project: Project, request: Partial<LandRequest> = {}, env?: Record<string, string>) {
    const before = [project.git('rev-parse', 'HEAD'), project.git('status', '--porcelain', '--ignored')]
    const answer = await land(project, request, env)
    expect([project.git('rev-parse', 'HEAD'), project.git('status', '--porcelain', '--ignored')]).toEqual(before)
    return answer
  }

  it('I-27 when changed, untracked or ignored files are in the way', async () => {
    const changed = stage.copy()
    changed.write('shared.txt', 'by hand\n')
    expect(await refused(changed)).toMatchObject({ code: 'dirty', message: expect.saying('shared.txt') })
    const untracked = stage.copy()
    untracked.write('one.txt', 'mine\n')
    expect(await refused(untracked)).toMatchObject({ code: 'dirty', message: expect.saying('one.txt') })
    const ignored = stage.copy()
    ignored.write('.git/info/exclude', 'two.txt\n')
    ignored.write('two.txt', 'mine\n')
    expect(await refused(ignored)).toMatchObject({ code: 'dirty', message: expect.saying('two.txt') })
    expect(readFileSync(join(ignored.folder, 'two.txt'), 'utf8')).toBe('mine\n')
    const folder = stage.copy()
    folder.write('one.txt/inside', 'mine\n')
    expect(await refused(folder)).toMatchObject({ code: 'dirty' })
  })

  it('when the branch has moved, and names forge sync', async () => {
    const project = stage.copy()
    project.git('commit', '--quiet', '--allow-empty', '-m', 'Mine')
    expect(await refused(project)).toMatchObject({ code: 'branch-moved', hint: `forge sync ${project.run}` })
  })

  it('on a detached HEAD, on another branch without --onto, and on an --onto that is not checked out', async () => {
    const project = stage.copy()
    project.git('switch', '--quiet', '--detach')
    expect(await refused(project)).toMatchObject({ code: 'detached-head', hint: 'git switch main' })
    project.git('switch', '--quiet', '--create', 'other')
    expect(await refused(project)).toMatchObject({ code: 'other-branch' })
    expect(await refused(project, { onto: 'main' })).toMatchObject({ code: 'other-branch' })
    expect(await land(project, { onto: 'other' })).toMatchObject({ state: 'landed', branch: 'other' })
    expect(project.git('rev-parse', 'main')).not.toBe(tipOf(project))
  })

  it('in the middle of a merge, and while another git works', async () => {
    const project = stage.copy()
    project.write('.git/MERGE_HEAD', project.git('rev-parse', 'HEAD'))
    expect(await refused(project)).toMatchObject({ code: 'in-progress' })
    rmSync(join(project.folder, '.git/MERGE_HEAD'))
    project.write('.git/index.lock', '')
    expect(await land(project)).toMatchObject({ code: 'in-progress' })
  })

  it('I-23 when an agent of Forge asks', async () => {
    expect(await refused(stage.copy(), {}, { FORGE_RUN_ID: 'two-files' })).toMatchObject({ code: 'agent' })
  })
})
