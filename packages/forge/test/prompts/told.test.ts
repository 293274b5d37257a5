/** What agents of a finished run were told, and what `forge prompt` shows of it. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PromptManifest, type BlockEntry } from '#model/prompt.ts'
import { makeStage, runForge, type Stage } from '../handover/stage.ts'
import { tell } from './tell.ts'

let stage: Stage
beforeAll(async () => {
  stage = await makeStage('end')
}, 120_000)
afterAll(() => stage.end())

function stateOf({ manifest }: { readonly manifest: PromptManifest }, name: string): BlockEntry['state'] | undefined {
  return manifest.blocks.find((block) => block.name === name)?.state
}

describe('what agents are told', { timeout: 120_000 }, () => {
  it('U-18 forge prompt shows what the next attempt would be told, and what the last one was', async () => {
    const project = stage.copy()
    const first = await tell(project, 'plan', 'draft', 'sent')
    const next = await tell(project, 'plan', 'draft')
    expect(next.key).not.toBe(first.key)
    expect(next.system).toBe(first.system)
    expect(PromptManifest.safeParse(first.manifest).success).toBe(true)
    const again = await tell(project, 'one', 'implement', 'sent')
    expect(again.key).toMatch(/one\/implement#2$/)
    expect(again.text).toContain('verify sent it back')
    expect(again.text).toMatch(/<<FOUND \w+\n[^]*test exited 1/)
    expect(stateOf(again, 'feedback')).toBe('whole')
    const { out } = await runForge(project.folder, ['prompt', 'one', 'implement', '--sent'])
    expect(out).toContain(again.text.split('\n').at(-1))
    expect(out).toMatch(/role +whole +\d+ tokens +mandatory +forge:personas\/engineer\.md/)
    expect(out).toMatch(/feedback +whole +\d+ tokens +optional, as data/)
  })

  it('U-18 T-19 what was told is kept beside what was printed, for the owner alone', () => {
    const project = stage.copy()
    const folder = join(project.places.transcripts, project.run)
    const kept = readdirSync(folder).filter((file) => file.endsWith('.prompt.json'))
    expect(kept).toHaveLength(readdirSync(folder).filter((file) => file.endsWith('.log')).length)
    expect(kept.length).toBeGreaterThanOrEqual(5)
    for (const file of kept) expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
  })

  it('S0-20 S0-23 two dispatches of one role begin the same; the overlay tells of the unit in at most 1 kB', async () => {
    const project = stage.copy()
    const [one, two] = [
      await tell(project, 'one', 'implement', 'sent'),
      await tell(project, 'two', 'implement', 'sent'),
    ]
    expect(two.system).toBe(one.system)
    expect(two.text).not.toBe(one.text)
    const overlay = /<<AROUND \w+\n(.*)\nAROUND/.exec(two.text)?.[1] ?? ''
    expect(JSON.parse(overlay)).toMatchObject({ unit: 'two', title: 'Two', depends: [{ id: 'one', status: 'merged' }] })
    expect(Buffer.byteLength(overlay)).toBeLessThanOrEqual(1024)
  })

  it('S3-20 a reviewer of build is told what to look for: contracts, order, names set and read, and what severity does', async () => {
    const { system } = await tell(stage.copy(), 'one', 'review', 'sent')
    expect(system).toMatch(/contract-mismatch: what one side passes, returns, throws or stores/)
    expect(system).toMatch(/execution-order: something is used before it exists/)
    expect(system).toMatch(/name-mismatch: a name is set in one place and read under another/)
    expect(system).toMatch(/`error` means that it must be fixed before/)
  })

  it('S0-24 a reviewer is told the iteration; S0-07 nobody is told a banner', async () => {
    const review = await tell(stage.copy(), 'one', 'review', 'sent')
    expect(review.text).toContain('This is iteration 1 of at most 3. Final iteration: no.')
    expect(`${review.system}${review.text}`).not.toMatch(/I review before things move forward|oracle/)
  })
})
