/** The straight path of `build` in the real world: real git, processes, SQLite, scripted agents. */
import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import type { Event } from '#model/event.ts'
import { drive, inProject, must, userGit, type Drive, type Rule, type Step } from './project.ts'

const verify = [{ name: 'test', run: 'true' }]
const answer: Step = { do: 'answer' }

function planner(units: readonly object[]): Rule {
  return { when: { role: 'planner' }, steps: [{ do: 'answer', with: { plan: { summary: 'one', units } } }] }
}

describe('a real build', { timeout: 60_000 }, () => {
  it('S3-16 everything a worker left has landed: changed, new, staged, committed by itself; ignored files have not', () => {
    const unit = { id: 'a', title: 'A', writes: ['src/', 'README.md'], verify }
    const worker: Rule = {
      when: { role: 'worker' },
      steps: [
        { do: 'write', path: 'src/committed.txt', text: '1\n' },
        { do: 'commit', message: 'mine' },
        { do: 'write', path: 'src/staged.txt', text: '2\n' },
        { do: 'run', line: 'git add src/staged.txt' },
        { do: 'write', path: 'src/loose.txt', text: '3\n' },
        { do: 'write', path: 'src/x.log', text: 'noise\n' },
        { do: 'append', path: 'README.md', text: 'more\n' },
        answer,
      ],
    }
    const files = { '.gitignore': '*.log\n' }
    return inProject({ rules: () => [planner([unit]), worker, { steps: [answer] }], files }, async (project) => {
      const driven = must(await drive(project, { run: 'landed' }))
      expect(driven.state.outcome).toBe('done')
      const landed = userGit(project, 'diff', '--name-only', `main..${driven.branch ?? ''}`)
        .trim()
        .split('\n')
      expect(landed).toEqual(['README.md', 'src/committed.txt', 'src/loose.txt', 'src/staged.txt'])
    })
  })

  it('D-14 what is merged holds exactly what the unit may write: more is sent back, and not merged', () => {
    const unit = { id: 'a', title: 'A', writes: ['a.txt'], verify }
    const rules: Rule[] = [
      planner([unit]),
      {
        when: { role: 'worker', attempt: 1 },
        steps: [{ do: 'write', path: 'a.txt', text: '1\n' }, { do: 'write', path: 'b.txt', text: 'stray\n' }, answer],
      },
      { when: { role: 'worker' }, steps: [{ do: 'delete', path: 'b.txt' }, answer] },
      { steps: [answer] },
    ]
    return inProject({ rules: () => rules }, async (project) => {
      const events: Event[] = []
      const driven = must(
        await drive(project, { run: 'exact', revisions: 3, onEvent: (event) => void events.push(event) }),
      )
      expect(driven.state.outcome).toBe('done')
      const sent = events.find((event) => event.type === 'recovery.chosen' && event.rung === 'revise')
      expect(sent).toMatchObject({
        path: 'a/boundary',
        failure: { summary: 'changed paths that the plan does not declare: b.txt' },
      })
      expect(userGit(project, 'diff', '--name-only', `main..${driven.branch ?? ''}`).trim()).toBe('a.txt')
    })
  })

  it('R-39 a change to what the plan disallows stops the unit in the real world too: nothing of it is merged', () => {
    const unit = { id: 'a', title: 'A', writes: ['src/'], disallowedChanges: ['src/db'], verify }
    const worker: Rule = {
      when: { role: 'worker' },
      steps: [{ do: 'write', path: 'src/db/x.sql', text: 'drop' }, answer],
    }
    return inProject({ rules: () => [planner([unit]), worker, { steps: [answer] }] }, async (project) => {
      const driven = must(await drive(project, { run: 'held' }))
      expect(driven.state).toMatchObject({ outcome: 'failed', units: { a: { status: 'stopped' } } })
      expect(driven.state.units['a']?.stop?.reason).toEqual('changed paths that it must not change: src/db/x.sql')
      expect(driven.branch).toBeUndefined()
    })
  })

  it('U-23 notices: a decision that waits, a stop, and the end, each told once', async () => {
    const told = async (asked: Drive): Promise<string[]> => {
      const said: string[] = []
      await inProject({ rules: () => [planner([unit]), worker, { steps: [answer] }] }, async (project) => {
        must(await drive(project, { ...asked, say: (one) => void said.push(render(one, 'en').trim()) }))
      })
      return said
    }
    const unit = { id: 'a', title: 'A', writes: ['a.txt'], verify }
    const worker: Rule = { when: { role: 'worker' }, steps: [{ do: 'write', path: 'a.txt', text: '1' }, answer] }
    expect(await told({ run: 'well' })).toEqual(['Run this plan?', 'run well finished: done'])
    expect(await told({ run: 'cut', dispatches: 1 })).toEqual([
      'Run this plan?',
      'run cut stopped: the run has reached its limit of attempts',
    ])
  })
})
