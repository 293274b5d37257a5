/** Texts for agents are recorded when a run begins: what is missing is told then, what changes later changes nothing. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PromptPack } from '#model/prompt.ts'
import { entriesOf, makeStage, must, runForge, type Project, type Stage } from '../handover/stage.ts'
import { tell } from './tell.ts'

let stage: Stage
beforeAll(async () => {
  stage = await makeStage('approval')
}, 120_000)
afterAll(() => stage.end())

async function specOf(project: Project) {
  const [first] = await entriesOf(project)
  if (first?.event.type !== 'run.created') throw new Error('the run does not begin with run.created')
  return first.event.spec
}

describe('what agents are told', { timeout: 120_000 }, () => {
  it('S0-25 a persona that is missing is an error before the run begins; the file to make is named, nobody is started', async () => {
    const project = stage.copy()
    project.write('.forge/roles.yaml', 'worker: { persona: ghost }\nreviewer: { persona: supervisr }\n')
    const { exit, talk } = await runForge(project.folder, ['build', 'something', '--yes', '--accept-dirty'])
    expect(exit).toBe(2)
    expect(talk).toContain('.forge/personas/ghost.md: there is no persona ghost')
    expect(talk).toContain('.forge/personas/supervisr.md')
    expect(talk).toContain('did you mean supervisor?')
    const { out } = await runForge(project.folder, ['status', '--json'])
    expect((JSON.parse(out) as { runs: unknown[] }).runs).toHaveLength(1)
  })

  it('U-18 S0-29 texts are recorded with the run: changing every file afterwards changes nothing of it', async () => {
    const project = stage.copy()
    const { prompts } = await specOf(project)
    expect(Object.keys(prompts).toSorted()).toEqual(['planner', 'reviewer', 'worker'])
    const blob = readFileSync(join(project.places.blobs, prompts['worker']?.slice(0, 2) ?? '', prompts['worker'] ?? ''))
    expect(PromptPack.parse(JSON.parse(blob.toString('utf8'))).role.text).toContain('You are acting as the Engineer.')
    const before = await tell(project, 'plan', 'draft')
    project.write('.forge/personas/architect.md', '---\nname: architect\n---\nYou are somebody else.\n')
    project.write('.forge/personas/engineer.md', '---\nname: engineer\n---\nYou are somebody else.\n')
    project.write('.forge/fragments/answer.md', '---\nname: answer\n---\nSay {{nonce}}.\n')
    expect(await tell(project, 'plan', 'draft')).toEqual(before)
    await runForge(project.folder, ['approve', project.run])
    const sent = await tell(project, 'one', 'implement', 'sent')
    expect(sent.system).toContain('You are acting as the Engineer.')
    expect(`${sent.system}${sent.text}`).not.toMatch(/somebody else|Say [0-9a-f]/)
    expect(sent.manifest.texts).toBe(prompts['worker'])
  })

  it('S0-25 the full text is given inline by configuration and by the variable', async () => {
    const project = stage.copy()
    project.write('.forge/config.local.yaml', 'prompts: { mode: inline }\n')
    const { exit } = await runForge(project.folder, ['build', 'something else', '--accept-dirty'])
    expect(exit).toBe(3)
    const forge = project.open()
    const runs = must(await forge.runs())
    await forge.close()
    const run = runs.find((row) => row.run !== project.run)?.run ?? ''
    const told = await tell({ ...project, run }, 'plan', 'draft')
    expect(told.manifest.mode).toBe('inline')
    expect(told.system).toContain('You hold the shape of the whole.')
  })

  it('U-18 texts that are gone start nobody: the unit stops and says what is missing', async () => {
    const project = stage.copy()
    const { prompts } = await specOf(project)
    const hash = prompts['worker'] ?? ''
    rmSync(join(project.places.blobs, hash.slice(0, 2), hash))
    await runForge(project.folder, ['approve', project.run])
    const entries = await entriesOf(project)
    const stopped = entries.map(({ event }) => event).find((event) => event.type === 'unit.stopped')
    expect(stopped).toMatchObject({
      reason: expect.saying('the texts of role worker that this run recorded are missing'),
    })
    const index = readFileSync(join(project.places.transcripts, project.run, 'index.jsonl'), 'utf8')
    expect(index).not.toContain('implement')
  })

  it('U-18 says which units and phases there are, and that only agents are told anything', async () => {
    const project = stage.copy()
    const ask = async (...words: string[]): Promise<string> =>
      (await runForge(project.folder, ['prompt', ...words])).talk
    expect(await ask('plna', 'draft')).toContain('did you mean plan?')
    expect(await ask('plan', 'drat')).toContain('did you mean draft?')
    expect(await ask('plan', 'approve')).toContain('approve uses no model: it is of kind ask and costs no tokens')
  })
})
