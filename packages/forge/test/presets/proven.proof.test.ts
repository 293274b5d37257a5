/** A preset of the user is proven once, and one that is too large to be walked at a start is proven deep. */
import { describe, expect, it } from 'vitest'
import { provenToRun, provePreset } from '#forge/start/proofs.ts'
import { render } from '#messages/render.ts'
import type { Said } from '#messages/said.ts'
import { presetOf } from '#testing/builders/index.ts'
import { inProject, write } from '../driven/project.ts'
import { inEnglish } from '../in-english.ts'
import { config, files, forge, placesIn, proofsIn, rules, small, starter } from './own-preset.ts'

describe('a preset of the user', { timeout: 240_000 }, () => {
  it('U-03 that is sound is proven once: the second start finds the proof, a changed phase is proven again', async () => {
    await inProject({ rules, files }, async (project) => {
      write(project.folder, { '.forge/presets/mine.yaml': starter })
      const first = await forge(project, 'run', 'mine', 'x', '--accept-dirty')
      expect([first.code, first.code === 0 ? '' : first.all]).toEqual([0, ''])
      expect(first.all).toMatch(/mine is proven: \d+ states explored/)
      expect(proofsIn(project)).toBe(1)
      expect((await forge(project, 'run', 'mine', 'y', '--accept-dirty')).all).not.toContain('is proven')
      const changed = presetOf(starter.replace('max_iterations: 2', 'max_iterations: 1'))
      const said: string[] = []
      const around = {
        config: config(),
        root: project.folder,
        places: placesIn(project),
        say: (text: Said) => void said.push(render(text, 'en')),
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
      expect(inEnglish(refused)).toMatch(/not proven within 14 states.*forge preset check mine --deep/)
      await provePreset(mine, around, 'deep')
      expect(await provenToRun({ name: 'mine', origin: 'project' }, mine, around)).toMatchObject({ ok: true })
    })
  })
})
