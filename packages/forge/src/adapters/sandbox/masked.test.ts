import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSandboxRules } from './index.ts'

/** Hides nothing except what a launch asks for. */
const ground = { homes: [], state: '/nonexistent', repository: [], objects: '/nonexistent', programs: [] }

it('T-29 a link in the place of what is to be written is not mounted', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'forge-link-')))
  try {
    mkdirSync(join(root, 'tree'))
    mkdirSync(join(root, 'secrets'))
    symlinkSync(join(root, 'secrets'), join(root, 'link'))
    const writable = [join(root, 'tree'), join(root, 'link')]
    const { mounts } = createSandboxRules(ground)({ writable, network: 'shared' })
    expect(mounts.filter(({ mount }) => mount === 'writable').map(({ path }) => path)).toEqual([join(root, 'tree')])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

it('T-26 what a repository configures for an agent is masked inside of the tree that it writes, files and folders, links too', () => {
  const tree = mkdtempSync(join(tmpdir(), 'forge-masked-'))
  try {
    mkdirSync(join(tree, '.agent'))
    writeFileSync(join(tree, 'agent.json'), '{}')
    symlinkSync('agent.json', join(tree, 'link.json'))
    const masked = ['.agent', 'agent.json', 'link.json'].map((name) => join(tree, name))
    const { mounts } = createSandboxRules(ground)({ writable: [tree], masked, network: 'shared' })
    const writable = mounts.findIndex(({ mount, path }) => mount === 'writable' && path === tree)
    expect(writable).toBeGreaterThanOrEqual(0)
    expect(mounts.slice(writable + 1)).toEqual([
      { mount: 'empty', path: join(tree, '.agent') },
      { mount: 'blank', path: join(tree, 'agent.json') },
      { mount: 'blank', path: join(tree, 'agent.json') },
    ])
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
})
