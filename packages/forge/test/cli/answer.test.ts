/** Open questions: listed with their options, and answered by unit, path or key. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Message } from '#model/message.ts'
import { makeStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = makeStage()
  await stage.play('asks-1', { approves: 'no' })
  await stage.play('asks-2', { approves: 'no' })
  await stage.play('done-1')
}, 30_000)
afterAll(() => stage.end())

interface Listed {
  readonly questions: readonly { readonly run: string; readonly key: string; readonly subject: string }[]
}

async function questions(args: readonly string[] = []): Promise<Listed['questions']> {
  return (JSON.parse((await stage.forge(['questions', ...args, '--json'])).out) as Listed).questions
}

async function wordsIn(run: string): Promise<readonly Message[]> {
  return (await stage.inbox(run)).map(({ body }) => Message.parse(body))
}

describe('open questions', { timeout: 90_000 }, () => {
  it('are listed over all runs or of one, with key, options and what to type', async () => {
    expect((await questions()).map(({ run }) => run).toSorted()).toEqual(['asks-1', 'asks-2'])
    expect(await questions(['asks-2'])).toMatchObject([{ run: 'asks-2', options: ['approve', 'reject'] }])
    expect(await questions(['done-1'])).toEqual([])
    const { out } = await stage.forge(['questions', 'asks-1'])
    expect(out).toContain('plan/approve of run asks-1')
    expect(out).toContain('options  approve, reject')
    expect(out).toMatch(/^Next: forge answer 'asks-1\/\S+#1' approve$/m)
    expect((await stage.forge(['questions', 'done-1'])).out).toContain('No question waits for an answer.')
  })

  it('a word that is no option is refused with the one that was meant', async () => {
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['answer', 'aprove', '--run', 'asks-1'], 'did you mean approve?'],
      [['answer', 'perhaps', '--run', 'asks-1'], 'its options: approve, reject'],
      [['answer', 'plan', 'rejct', '--run', 'asks-1'], 'did you mean reject?'],
      [['answer', 'approve', '--note', 'fine', '--run', 'asks-1'], 'only reject takes --note'],
      [['answer', 'approve'], 'there are 2 runs; name one of them'],
    ]
    for (const [args, said] of cases) {
      const { exitCode, error } = await stage.forge(args)
      expect([args, exitCode]).toEqual([args, 2])
      expect(error).toContain(said)
    }
    expect(await wordsIn('asks-1')).toEqual([])
  })

  it('I-23 an answer by an agent, to another subject or to a question that is not open is refused', async () => {
    const [asked] = await questions(['asks-1'])
    const key = asked?.key ?? ''
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['answer', key, 'approve', '--subject', 'abcdef'], 'the subject of the question has changed'],
      [['answer', key.replace('#1', '#2'), 'approve'], 'there is no open question'],
      [['answer', 'approve', '--run', 'done-1'], 'no question is open'],
    ]
    for (const [args, said] of cases) expect((await stage.forge(args)).error).toContain(said)
    const byAgent = await stage.forge(['answer', key, 'approve'], { FORGE_KEY: 'asks-1/0/api/implement#1' })
    expect(byAgent.error).toContain('An agent may read; only a human may decide')
    expect(await wordsIn('asks-1')).toEqual([])
  })

  it('an answer by key finds its run, one by unit takes a note, and both are left while nobody drives', async () => {
    const [asked] = await questions(['asks-1'])
    const { key = '', subject = '' } = asked ?? {}
    const yes = await stage.forge(['answer', key, 'approve', '--subject', subject.slice(0, 8)])
    expect(yes).toMatchObject({ exitCode: 0, error: '' })
    expect(yes.out).toContain('No process is working on this run')
    expect(await wordsIn('asks-1')).toMatchObject([{ type: 'approve', question: key, subject }])
    const no = ['answer', 'plan', 'reject', '--note', 'smaller', '--run', 'asks-2', '--no-drive']
    expect((await stage.forge(no)).exitCode).toBe(0)
    expect(await wordsIn('asks-2')).toMatchObject([{ type: 'reject', note: 'smaller' }])
  })
})
