/** A preset of the user is proven before its first run, and only then; a hole is told before anything starts. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '#config/load.ts'
import { starterPreset } from '#config/starter.ts'
import { findRepository, placesOf } from '#forge/places.ts'
import { provenToRun, provePreset } from '#forge/proven.ts'
import { success } from '#model/result.ts'
import { presetOf, shippedPreset } from '#testing/builders/index.ts'
import { inProject, must, write, type Project } from '../driven/project.ts'
import { callHere } from '../calling.ts'

async function forge({ folder, home }: Project, ...args: string[]): Promise<{ code: number; all: string }> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, USER: 'ada' }
  const { exitCode, out, error } = await callHere(args, { cwd: folder, env })
  return { code: exitCode ?? 1, all: out + error }
}

/** Checks that go back once are fewer states to walk. */
const starter = starterPreset('mine').replace('max_iterations: 3', 'max_iterations: 2')

/** As little as can be sound. */
const small = `name: mine
title: Change, merge
templates:
  change:
    phases:
      - { name: implement, kind: agent, role: worker, yields: work }
      - { name: integrate, kind: git, op: integrate }
      - { name: verify-merged, kind: check, on: candidate, max_iterations: 1 }
      - { name: merge, kind: git, op: merge }
      - { name: clean, kind: chore, op: remove-tree }
commit: per-unit
start:
  - { id: change, title: Make the change, template: change, verify: project }
`

const rules = () => [
  { when: { role: 'worker' }, steps: [{ do: 'write', path: 'a.txt', text: '{{attempt}}' }, { do: 'answer' }] },
  { steps: [{ do: 'answer' }] },
]
const files = { '.forge/config.yaml': 'agent: scripted:../script.json\nverify: ["true"]\n' }

function config() {
  return must(loadConfig({ env: {}, files: [], flags: {}, readText: () => success(undefined) }))
}

function placesIn({ folder, home }: Project) {
  return placesOf(must(findRepository(folder)), {}, home)
}

function proofsIn(project: Project): number {
  const folder = join(placesIn(project).state, 'proofs')
  return existsSync(folder) ? readdirSync(folder).length : 0
}

describe('a preset of the user', { timeout: 240_000 }, () => {
  it('U-03 U-05 with a hole is refused by run as by check: the hole, the way to it, the next command', async () => {
    await inProject({ rules, files }, async (project) => {
      const text = starter.replace('effect: blocking', 'effect: advisory')
      const law = text.replace('  change:\n', '  change:\n    laws: { integrate: [review] }\n')
      write(project.folder, { '.forge/presets/mine.yaml': law })
      const ran = await forge(project, 'run', 'mine', 'x', '--accept-dirty')
      expect(ran.code).toBe(2)
      const hole = 'integrate starts although review has not passed for what is there'
      expect(ran.all).toContain(
        `mine has a hole: change: ${hole}, by granted · implement: pass · verify: pass · review`,
      )
      expect(ran.all).toContain('forge preset check mine')
      expect((await forge(project, 'preset', 'check', 'mine')).all).toContain(`hole: ${hole}`)
      const walked = text.replace('effect: advisory', 'effect: blocking').replace(/.*verify-merged.*\n/, '')
      write(project.folder, { '.forge/presets/mine.yaml': walked })
      const past = await forge(project, 'run', 'mine', 'x', '--accept-dirty')
      expect(past.all).toMatch(/mine has a hole: change: merge merges .*, by granted · implement: pass · .*/)
      expect(existsSync(join(placesIn(project).state, 'proofs'))).toBe(false)
      expect((await forge(project, 'list')).all).not.toContain('mine')
    })
  })

  it('U-03 that is sound is proven once: the second start finds the proof, a changed phase is proven again', async () => {
    await inProject({ rules, files }, async (project) => {
      write(project.folder, { '.forge/presets/mine.yaml': starter })
      const first = await forge(project, 'run', 'mine', 'x', '--accept-dirty')
      expect([first.code, first.code === 0 ? '' : first.all]).toEqual([0, ''])
      expect(first.all).toMatch(/mine is proven: \d+ states walked/)
      expect(proofsIn(project)).toBe(1)
      expect((await forge(project, 'run', 'mine', 'y', '--accept-dirty')).all).not.toContain('is proven')
      const changed = presetOf(starter.replace('max_iterations: 2', 'max_iterations: 1'))
      const said: string[] = []
      const around = {
        config: config(),
        root: project.folder,
        places: placesIn(project),
        say: (text: string) => void said.push(text),
      }
      expect(await provenToRun({ name: 'mine', origin: 'project' }, changed, around)).toMatchObject({ ok: true })
      expect(said.join()).toContain('is proven')
      expect(proofsIn(project)).toBe(2)
    })
  })

  it('U-03 too large to be walked before a run is not run: checking it deep proves it, and then it runs', async () => {
    await inProject({ rules, files }, async (project) => {
      const around = {
        config: config(),
        root: project.folder,
        places: placesIn(project),
        say: () => undefined,
        most: 14,
      }
      const mine = presetOf(small)
      const refused = await provenToRun({ name: 'mine', origin: 'project' }, mine, around)
      expect(refused).toMatchObject({ ok: false, failure: { code: 'preset-unproven' } })
      expect(JSON.stringify(refused)).toMatch(/not proven within 14 states.*forge preset check mine --deep/)
      await provePreset(mine, around, 'deep')
      expect(await provenToRun({ name: 'mine', origin: 'project' }, mine, around)).toMatchObject({ ok: true })
    })
  })

  it('U-03 of Forge itself costs nothing at a start, but a pipeline that the project brings to it is proven', async () => {
    await inProject({ rules, files }, async (project) => {
      const said: string[] = []
      const around = {
        config: config(),
        root: project.folder,
        places: placesIn(project),
        say: (text: string) => void said.push(text),
      }
      const sprint = shippedPreset('sprint')
      expect(await provenToRun({ name: 'sprint', origin: 'shipped' }, sprint, around)).toMatchObject({ ok: true })
      expect([said, proofsIn(project)]).toEqual([[], 0])
      const { change } = presetOf(small).templates
      const { settings, ...others } = config()
      const own = {
        ...around,
        config: { ...others, settings: { ...settings, pipelines: { quick: change } } as typeof settings },
      }
      expect(await provenToRun({ name: 'sprint', origin: 'shipped' }, sprint, own)).toMatchObject({ ok: true })
      expect(said.join()).toContain('sprint is proven')
      expect(proofsIn(project)).toBe(1)
      // A gate of the project that does not hold stops its unit when it is met; it is no hole of the preset.
      write(project.folder, { '.forge/gates/mine.md': '```gates phase=review\nafter merge = approved\n```\n' })
      const mine = presetOf(starter)
      expect((await provePreset(mine, around, 'usual'))[0]?.holes.map(({ law }) => law)).toContain('end')
      expect(await provenToRun({ name: 'mine', origin: 'project' }, mine, around)).toMatchObject({ ok: true })
    })
  })
})
