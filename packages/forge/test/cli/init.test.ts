/** `forge init` in real repositories: it proposes what works in a fresh clone. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callHere, type Ran } from '../calling.ts'
import { inProject, userGit, write, type Files, type Project } from '../driven/project.ts'

type Call = (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ran>

/** Committed files of a project, and the command line in it. */
async function inRepository(files: Files, work: (project: Project, forge: Call) => Promise<void>): Promise<void> {
  await inProject({ rules: () => [], files }, (project) =>
    work(project, (args, env = {}) =>
      callHere(args, {
        cwd: project.folder,
        env: { PATH: process.env['PATH'] ?? '', HOME: project.home, USER: 'ada', ...env },
      }),
    ),
  )
}

describe('init in a fresh clone', () => {
  it('does not propose npm ci for a lockfile that git ignores, and says why', async () => {
    const files = {
      'package.json': '{"devDependencies":{"a":"1"},"scripts":{"test":"node --test"}}',
      '.gitignore': '*-lock.*\n',
    }
    await inRepository(files, async ({ folder }, forge) => {
      write(folder, { 'package-lock.json': '{}' })
      const { out } = await forge(['init'])
      expect(out).toContain('npm install --no-package-lock')
      expect(out).toContain('git does not track package-lock.json')
      expect(readFileSync(join(folder, '.forge/config.yaml'), 'utf8')).not.toContain('npm ci')
    })
  })

  it('proposes npm ci once the lockfile is tracked', async () => {
    await inRepository({ 'package.json': '{"devDependencies":{"a":"1"}}' }, async (project, forge) => {
      write(project.folder, { 'package-lock.json': '{}' })
      expect((await forge(['init', '--dry-run'])).out).not.toContain('npm ci')
      userGit(project, 'add', 'package-lock.json')
      expect((await forge(['init', '--dry-run'])).out).toContain('npm ci')
    })
  })

  it('finds tests that stand only in the packages of a workspace, however deep', async () => {
    const files = {
      'package.json': '{"workspaces":["apps/*/*/*"]}',
      'package-lock.json': '{}',
      'apps/a/b/c/package.json': '{"scripts":{"test":"node --test"}}',
    }
    await inRepository(files, async (_project, forge) => {
      const { out } = await forge(['init', '--dry-run'])
      expect(out).toContain('npm test --workspaces --if-present')
      expect(out).toContain('script test of 1 package, such as apps/a/b/c/package.json')
    })
  })

  it('takes what lies there before the first commit', async () => {
    await inRepository({}, async (project, forge) => {
      userGit(project, 'update-ref', '-d', 'HEAD')
      write(project.folder, { 'package.json': '{"scripts":{"test":"node --test"}}' })
      expect((await forge(['init', '--dry-run'])).out).toContain('npm test')
    })
  })
})
