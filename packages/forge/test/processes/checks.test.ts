import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createProcesses } from '#adapters/checks/index.ts'
import { makeOwnPlace, sweepPlaces } from '#adapters/exec/index.ts'
import type { Processes } from '#engine/ports.ts'
import { render } from '#messages/render.ts'
import { raw } from '#messages/said.ts'
import { CheckCommand, CheckResult } from '#model/evidence.ts'
import { hashText } from '#model/digest.ts'
import { bundledProgram, compiled } from '../../../../scripts/bundled.ts'
import { freshKey, inDirectory, livingWith, until } from './living.ts'

const doomedCheck = await bundledProgram(fileURLToPath(new URL('./doomed-check.ts', import.meta.url)))

// Real processes on a machine that may be busy.

interface Site {
  readonly processes: Processes
  readonly tree: string
  readonly root: string
  readonly check: (...lines: readonly (string | Partial<CheckCommand>)[]) => Promise<readonly CheckResult[]>
}

function atSite(act: (site: Site) => Promise<void>): Promise<void> {
  return inDirectory(async (root) => {
    const tree = join(root, 'trees', 'r.scratch.m1.check')
    mkdirSync(tree, { recursive: true })
    const processes = createProcesses({
      pathOf: (id) => join(root, 'trees', id),
      privateDir: join(root, 'private'),
      setupHome: join(root, 'setup-home'),
      scope: root,
    })
    const key = freshKey()
    await act({
      processes,
      tree,
      root,
      async check(...lines) {
        const commands = lines.map((line, index) =>
          CheckCommand.parse({ name: `c${index}`, ...(typeof line === 'string' ? { run: line } : line) }),
        )
        const results: CheckResult[] = []
        for (const command of commands) {
          results.push(CheckResult.parse(await processes.check(key, 'r.scratch.m1.check', command)))
          expect(livingWith(`FORGE_KEY=${key}`)).toEqual([])
          expect(readdirSync(join(root, 'private'))).toEqual([])
        }
        return results
      },
    })
  })
}

describe('checks', () => {
  it('U-14 runs approved lines in the tree and tells exit code, output and its hash', () =>
    atSite(async ({ check, tree }) => {
      const results = await check('pwd; echo oops >&2', 'exit 4')
      expect(results[0]).toMatchObject({ name: 'c0', exitCode: 0, timedOut: false, excerpt: `${tree}\noops\n` })
      expect(results[0]?.outputHash).toBe(hashText(`${tree}\noops\n`))
      expect(results[1]).toMatchObject({ name: 'c1', exitCode: 4, excerpt: '' })
      expect(readdirSync(tree)).toEqual([])
    }))

  it('F-33 a command that hangs is ended at its limit, with everything it started', () =>
    atSite(async ({ check }) => {
      const [result] = await check({
        run: 'echo begun; setsid sleep 61 & trap "" TERM; sleep 61; sleep 61',
        timeoutMs: 300,
      })
      expect(result).toMatchObject({ exitCode: null, timedOut: true })
      expect(result?.excerpt).toSay(/^begun\n/)
      expect(result?.durationMs).toBeLessThan(5000)
    }))

  it('F-33 a command that ends well on SIGTERM at its limit has not passed', () =>
    atSite(async ({ check }) => {
      const [result] = await check({ run: 'trap "exit 0" TERM; sleep 61 & wait', timeoutMs: 200 })
      expect(result).toMatchObject({ exitCode: null, timedOut: true })
    }))

  it('F-33 a flood is kept as 3 KB of head and 7 KB of tail with a marker', () =>
    atSite(async ({ check }) => {
      const [result] = await check('echo FIRST; yes é | head -c 9000000; echo; echo LAST')
      expect(result).toMatchObject({ exitCode: 0 })
      const excerpt = result === undefined ? '' : render(result.excerpt, 'en')
      expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(10 * 1024)
      expect(excerpt).toMatch(/^FIRST\né\n/)
      expect(excerpt).toMatch(/\[… \d+ of 9000012 bytes left out …\]/)
      expect(excerpt).toMatch(/LAST\n$/)
      expect(excerpt).not.toContain('\uFFFD')
    }))

  it('F-33 a runner that says it ran nothing is heard, and one that says nothing is not guessed at', () =>
    atSite(async ({ check }) => {
      const [none, some, silent] = await check('echo "no tests ran in 0.01s"', 'echo "4 passed in 0.01s"', 'echo fine')
      expect(none?.testsRun).toBe(0)
      expect(some?.testsRun).toBe(4)
      expect(silent).not.toHaveProperty('testsRun')
    }))

  it('F-31 what a command leaves running is gone before the next one starts', () =>
    atSite(async ({ check }) => {
      const results = await check('setsid sh -c "sleep 0.3; touch late" & exit 0', 'sleep 0.5; test ! -e late')
      expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0])
    }))

  it.each(['..', '/', '../other', 'link', 'missing', 'file'])('T-12 does not run in %s', (cwd) =>
    atSite(async ({ check, tree, root }) => {
      mkdirSync(join(root, 'trees', 'other'))
      symlinkSync('..', join(tree, 'link'))
      writeFileSync(join(tree, 'file'), '')
      mkdirSync(join(root, 'private'))
      const [result] = await check({ run: 'touch ran', cwd })
      expect(result).toMatchObject({
        exitCode: null,
        timedOut: false,
        excerpt: expect.saying('not run'),
      })
    }),
  )

  it('T-9 each has a home and a place for temporary files of its own, in which nothing of another one is', () =>
    atSite(async ({ check, root }) => {
      const look = 'cd && pwd && ls -A . "$TMPDIR" && touch mine "$TMPDIR/mine" && cd "$TMPDIR" && pwd'
      const [one, two] = await check(look, look)
      const places = [one, two].map((result) => render(result?.excerpt ?? raw(''), 'en').split('\n'))
      expect(places.map((lines) => lines.slice(1, -2))).toEqual([
        ['.:', '', `${places[0]?.at(-2)}:`],
        ['.:', '', `${places[1]?.at(-2)}:`],
      ])
      for (const [home] of places) expect(home?.startsWith(join(root, 'private', 'check-'))).toBe(true)
      expect(places[0]?.[0]).not.toBe(places[1]?.[0])
    }))

  it('the home begins as a copy of that of setup, without its downloads, and setup never gets it back', () =>
    atSite(async ({ check, root }) => {
      const home = join(root, 'setup-home')
      mkdirSync(join(home, '.cargo/bin'), { recursive: true })
      mkdirSync(join(home, '.npm/_cacache'), { recursive: true })
      writeFileSync(join(home, '.cargo/bin/tool'), '#!/bin/sh\necho a tool\n', { mode: 0o555 })
      writeFileSync(join(home, '.npm/_cacache/large'), '')
      symlinkSync('.cargo/bin/tool', join(home, 'link'))
      execFileSync('sh', ['-c', `mkfifo '${home}/fifo'`])
      const poison = 'echo poison > .cargo/bin/tool && touch .npmrc && rm link'
      const [result] = await check(`cd && ./link && test ! -e .npm/_cacache && test ! -e fifo && ${poison}`)
      expect(result).toMatchObject({ exitCode: 0, excerpt: 'a tool\n' })
      expect(readFileSync(join(home, '.cargo/bin/tool'), 'utf8')).toContain('a tool')
      expect(readdirSync(home).toSorted()).toEqual(['.cargo', '.npm', 'fifo', 'link'])
    }))

  it('what a check had to itself when Forge was killed goes at the next start, and nothing of anybody who lives', () =>
    atSite(async ({ root, tree }) => {
      const privateDir = join(root, 'private')
      const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
      const forge = spawn(process.execPath, [doomedCheck, root, tree, freshKey()], { stdio: 'ignore', env })
      await until(() => existsSync(join(tree, 'begun')))
      await sweepPlaces(privateDir)
      expect(readdirSync(privateDir)).toHaveLength(1)
      const mine = await makeOwnPlace(privateDir, 'check')
      // A container gives every Forge the same pid.
      mkdirSync(join(privateDir, `setup-${process.pid}.0000-x/home`), { recursive: true })
      mkdirSync(join(privateDir, 'kept-a'))
      forge.kill('SIGKILL')
      await once(forge, 'exit')
      await sweepPlaces(privateDir)
      const left = readdirSync(privateDir)
      expect(left.map((name) => name.slice(0, 6)).toSorted()).toEqual(['check-', 'kept-a'])
      expect(mine !== 'disk' && existsSync(mine.home)).toBe(true)
    }))

  it('runs in a directory inside the tree', () =>
    atSite(async ({ check, tree }) => {
      mkdirSync(join(tree, '..odd'))
      const [result] = await check({ run: 'pwd', cwd: '..odd' })
      expect(result?.excerpt).toEqual(`${join(tree, '..odd')}\n`)
    }))

  it('I-33 sweeps by key and by tree, also while a check runs', () =>
    atSite(async ({ check, processes }) => {
      const running = check('echo x; exec sleep 61')
      let ended = 0
      for (; ended === 0; await setTimeout(20)) ended = await processes.sweepTree('r.scratch.m1.check')
      expect(await running).toMatchObject([{ exitCode: null, timedOut: false }])
      expect(await processes.sweep('r/1/m1/nobody#1')).toBe(0)
    }))
})
