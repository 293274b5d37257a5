/** A preset of the user is proven before its first run, and only then; a hole is told before anything starts. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { provenToRun, provePreset } from '#forge/start/proofs.ts'
import { render } from '#messages/render.ts'
import type { Said } from '#messages/said.ts'
import { presetOf, shippedPreset } from '#testing/builders/index.ts'
import { inProject, write } from '../driven/project.ts'
import { config, files, forge, placesIn, proofsIn, rules, small, starter } from './own-preset.ts'

describe('a preset of the user', { timeout: 240_000 }, () => {
  it('U-03 U-05 with a hole is refused by run as by check: the hole, the way to it, the next command', async () => {
    await inProject({ rules, files }, async (project) => {
      const text = starter.replace('effect: blocking', 'effect: advisory')
      const law = text.replace('  change:\n', '  change:\n    laws: { integrate: [review] }\n')
      write(project.folder, { '.forge/presets/mine.yaml': law })
      const ran = await forge(project, 'run', 'mine', 'x', '--accept-dirty')
      expect(ran.code).toBe(2)
      const hole = 'integrate starts although review has not passed for the current input'
      expect(ran.all).toContain(
        `preset mine has a fault: change: ${hole}, steps: granted · implement: pass · verify: pass · review`,
      )
      expect(ran.all).toContain('forge preset check mine')
      expect((await forge(project, 'preset', 'check', 'mine')).all).toContain(`fault: ${hole}`)
      const walked = text.replace('effect: advisory', 'effect: blocking').replace(/.*verify-merged.*\n/, '')
      write(project.folder, { '.forge/presets/mine.yaml': walked })
      const past = await forge(project, 'run', 'mine', 'x', '--accept-dirty')
      expect(past.all).toMatch(
        /preset mine has a fault: change: merge merges .*, steps: granted · implement: pass · .*/,
      )
      expect(existsSync(join(placesIn(project).state, 'proofs'))).toBe(false)
      expect((await forge(project, 'list')).all).not.toContain('mine')
    })
  })

  it('U-03 of Forge itself costs nothing at a start, but a pipeline that the project brings to it is proven', async () => {
    await inProject({ rules, files }, async (project) => {
      const said: string[] = []
      const around = {
        config: config(),
        root: project.folder,
        places: placesIn(project),
        say: (text: Said) => void said.push(render(text, 'en')),
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
