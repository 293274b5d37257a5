/** A plan as the user who must approve it sees it, and the words that they may answer with. */
import { describe, expect, it } from 'vitest'
import { writeData } from '#config/data.ts'
import type { Forge } from '#forge.ts'
import { planOf as planViewOf } from '#forge/look/plan.ts'
import { success } from '#model/result.ts'
import { askingOf } from '#surfaces/operations/asking.ts'
import { renderPlan } from '#surfaces/operations/plan-lines.ts'
import { shownOf, type PlanShown } from '#surfaces/operations/plan-shown.ts'
import { planOf, unitOf } from '#testing/builders/index.ts'
import { plainOf } from './plain.ts'
import { settle, startScript } from './script.ts'

const plan = planOf([
  unitOf('api', { title: 'The API', writes: ['src/api.ts', 'src/shared.ts'], disallowedChanges: ['db/'] }),
  unitOf('web', { title: 'The page', writes: ['src/api.ts'], depends: ['api'] }),
  unitOf('cli', { title: 'The command', writes: ['src/cli.ts', 'src/shared.ts'] }),
])
const { state } = settle(startScript(), { plan, approves: 'no' })

function linesOf(shown: PlanShown | undefined): string[] {
  return shown === undefined ? [] : renderPlan(shown).map(plainOf)
}

describe('a plan that waits for an answer', () => {
  const view = planViewOf(state)
  const lines = linesOf(view === undefined ? undefined : shownOf('toy', view))

  it('S3-07 says prominently which units would run at the same time but for the paths they share', () => {
    expect(lines).toContain('! api and cli both write src/shared.ts: they run one after the other.')
    expect(lines).toContain('api and web both write src/api.ts, in the order of their dependency.')
    expect(lines.filter((line) => line.startsWith('! api and web'))).toEqual([])
  })

  it('S3-08 shows all that each unit writes, must not change and runs, in the order of execution', () => {
    const details = lines.filter((line) => /^ {2}\d\. +\w+ {2}The/.test(line)).map((line) => line.trim())
    expect(details).toEqual(['1. api  The API', '1. cli  The command', '2. web  The page'])
    expect(lines.filter((line) => / writes +src/.test(line))).toHaveLength(3)
    expect(lines.filter((line) => / runs +npm test/.test(line))).toHaveLength(3)
    expect(lines.join('\n')).toContain('not     db/ (a change there stops the unit)')
  })
})

describe('the question about a plan', () => {
  /** A user who types these lines and then nothing more. */
  async function answered(typed: readonly string[], edited = ''): Promise<{ said: unknown; shown: string[] }> {
    const left = [...typed]
    const shown: string[] = []
    const talk = {
      say: () => undefined,
      emit: (item: { plan: PlanShown }) => void shown.push(...linesOf(item.plan)),
      read: () => Promise.resolve(left.length === 0 ? 'ended' : { text: left.shift() ?? '' }),
      edit: () => Promise.resolve(success(edited)),
    }
    const [question] = Object.values(state.questions)
    if (question === undefined) throw new Error('nothing is asked')
    const ask = askingOf({} as Forge, talk as never)
    const asked = { run: 'toy', question, plan: planViewOf(state) }
    return { said: await ask(asked, { signal: new AbortController().signal }), shown }
  }

  it('S3-08 comes with the whole plan, and takes yes, abort, or a note to the planner', async () => {
    const { said, shown } = await answered(['y'])
    expect(said).toBe('yes')
    for (const { id, title } of plan.units) expect(shown.join('\n')).toContain(`${id}  ${title}`)
    for (const no of ['a', 'abort', '']) expect((await answered([no])).said).toBe('no')
    expect((await answered(['m', 'call it store'])).said).toEqual({ note: 'call it store' })
  })

  it('S3-08 modify without a note opens the plan in the editor; what is saved is the new plan', async () => {
    const other = { ...plan, summary: 'another' }
    expect((await answered(['modify', ''], writeData(other))).said).toEqual({ plan: other, unit: 'plan' })
  })

  it('is asked again after a word that means nothing', async () => {
    expect((await answered(['perhaps', 'yes'])).said).toBe('yes')
  })
})
