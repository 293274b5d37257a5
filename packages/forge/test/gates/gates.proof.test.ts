/** Gates that a project adds to a preset, in a real run: what does not hold starts nobody, and is explained. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inEnglish } from '../in-english.ts'
import { entriesOf, makeStage, must, runForge, type Project, type Stage } from '../handover/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await makeStage('approval')
}, 120_000)
afterAll(() => stage.end())

interface Checked {
  readonly result: string
  readonly gates: readonly { readonly when: string; readonly checks: readonly { readonly directive: string }[] }[]
}

/** Begins another run in the project, with these gates, until it ends or asks. */
async function build(gates: string): Promise<Project & { readonly exit: number | undefined; readonly talk: string }> {
  const project = stage.copy()
  project.write('.forge/gates/build.md', gates)
  const { exit, talk } = await runForge(project.folder, ['build', 'with gates', '--yes', '--accept-dirty'])
  const forge = project.open()
  const runs = must(await forge.runs())
  await forge.close()
  return { ...project, run: runs.find(({ run }) => run !== project.run)?.run ?? '', exit, talk }
}

function block(phase: string, ...lines: string[]): string {
  return `# Ours\n\n\`\`\`gates phase=${phase}\n${lines.join('\n')}\n\`\`\`\n`
}

async function check(project: Project, ...words: string[]) {
  const { exit, out } = await runForge(project.folder, ['gate', 'check', ...words, '--run', project.run, '--json'])
  return { exit, checked: JSON.parse(out) as Checked }
}

function transcriptsOf({ places, run }: Project): string {
  const index = join(places.transcripts, run, 'index.jsonl')
  return existsSync(index) ? readFileSync(index, 'utf8') : ''
}

describe('gates of a project', { timeout: 120_000 }, () => {
  it('S0-26 one that fails starts nobody, is not tried again, and escalates with the remedy', async () => {
    const project = await build(block('implement', 'require task.attempts == 99', 'forbid task.status == committed'))
    expect(project.exit).toBe(5)
    const events = (await entriesOf(project)).map(({ event }) => event)
    const stopped = inEnglish(events.filter((event) => event.type === 'unit.stopped'))
    expect(stopped).toContain('require task.attempts == 99')
    expect(events.some((event) => event.type === 'attempt.intended' && event.path === 'one/implement')).toBe(false)
    expect(transcriptsOf(project)).toContain('"draft"')
    expect(transcriptsOf(project)).not.toContain('implement')
    const { exit, checked } = await check(project, 'one', 'implement')
    expect(exit).toBe(1)
    expect(checked).toMatchObject({
      result: 'failed',
      gates: [
        {
          when: 'preflight',
          checks: [
            {
              directive: 'require task.attempts == 99',
              saw: 'task.attempts is 0',
              objection: { code: 'require-failed', remedy: expect.saying('Change that first') },
            },
            { directive: 'forbid task.status == committed' },
          ],
        },
      ],
    })
    const { out } = await runForge(project.folder, ['gate', 'check', 'one', 'implement', '--run', project.run])
    expect(out).toMatch(/✗ require task\.attempts == 99\n +task\.attempts is 0 \(require-failed\)\n +→ /)
    expect(out).toContain('✓ forbid task.status == committed')
  })

  it('R-05 S0-26 a file that a phase must leave behind is looked at by Forge, and its absence stops the unit with a remedy', async () => {
    const gates = '```outputs phase=implement\nartifact NOTES.md min=5\nartifact README.md\n```\n'
    const project = await build(gates)
    expect(project.exit).toBe(5)
    const events = (await entriesOf(project)).map(({ event }) => event)
    const worked = events.flatMap((event) =>
      event.type === 'attempt.finished' && event.outcome.status === 'worked' ? [event.outcome.artifacts] : [],
    )
    expect(worked).toEqual([
      [
        { path: 'NOTES.md', bytes: null },
        { path: 'README.md', bytes: 10 },
      ],
    ])
    const { exit, checked } = await check(project, 'one', 'implement')
    expect(exit).toBe(1)
    expect(checked).toMatchObject({
      gates: [
        {
          when: 'postflight',
          checks: [
            { saw: 'NOTES.md does not exist', objection: { code: 'output-missing' } },
            { saw: 'README.md has 10 bytes' },
          ],
        },
      ],
    })
    expect(inEnglish(events.filter((event) => event.type === 'unit.stopped'))).toContain(
      'implement must write NOTES.md',
    )
  })

  it('S0-26 one that is misconfigured has its own result and starts nobody either', async () => {
    const project = await build(block('implement', 'after verfy = approved'))
    expect(transcriptsOf(project)).not.toContain('implement')
    const { exit, checked } = await check(project, 'one', 'implement')
    expect(exit).toBe(2)
    expect(checked.result).toBe('misconfigured')
    expect(JSON.stringify(checked)).toContain('did you mean verify?')
    const stopped = JSON.stringify((await entriesOf(project)).filter(({ event }) => event.type === 'unit.stopped'))
    expect(stopped).toContain('misconfigured')
  })

  it('S0-27 S0-29 a file that is wrong refuses the run with line, column and what was meant', async () => {
    const wrong = await build(block('implement', 'forbidd task.status == x', 'artifact {sprnt}/a.md'))
    expect([wrong.exit, wrong.run]).toEqual([2, ''])
    expect(wrong.talk).toContain('.forge/gates/build.md:4:1: there is no directive "forbidd"; did you mean forbid?')
    expect(wrong.talk).toContain('.forge/gates/build.md:5:10: there is no placeholder {sprnt}; did you mean sprint?')
    const lost = await build(block('implment', 'forbid task.status == x'))
    expect(lost.talk).toContain('.forge/gates/build.md: there is no phase implment; did you mean implement?')
  })

  it('S0-29 `preset check` walks a preset with the gates of the project, and refuses their file as a run would', async () => {
    const project = stage.copy()
    const proven = async (gates: string) => {
      project.write('.forge/gates/build.md', gates)
      return runForge(project.folder, ['preset', 'check', 'build'])
    }
    expect(await proven(block('implement', 'forbid task.status == committed'))).toMatchObject({ exit: 0 })
    const never = await proven(block('review', 'forbid task.statu == committed'))
    expect([never.exit, never.out]).toEqual([1, expect.stringContaining('task has no field statu')])
    const wrong = await proven(block('implement', 'forbidd task.status == x'))
    expect([wrong.exit, wrong.out]).toEqual([1, expect.stringContaining('.forge/gates/build.md:4:1: there is no')])
  })

  it('S0-26 forge gate check says that a phase has none, and which phases there are', async () => {
    const project = stage.copy()
    const { exit, checked } = await check(project, 'plan', 'draft')
    expect([exit, checked.result, checked.gates]).toEqual([0, 'holds', []])
    const { talk } = await runForge(project.folder, ['gate', 'check', 'plan', 'drafts'])
    expect(talk).toContain('did you mean draft?')
  })
})
