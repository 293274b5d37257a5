/** A driver that is stopped or killed, and another one that tries (I-9, F-10). */
import { describe, expect, it } from 'vitest'
import { inProject } from '../driven/project.ts'
import { until } from '../processes/living.ts'
import { faultOf, performedIn, rulesOf, startOwner } from './duel.ts'

const units = ['one', 'two']

describe('two Forges on one run', { timeout: 120_000 }, () => {
  it('F-10 a driver that is stopped still drives: the second is refused, and the first goes on when woken', () =>
    inProject({ rules: (project) => rulesOf(project, { units: ['one'], sleepMs: 500 }) }, async (project) => {
      const [first, second] = await Promise.all([startOwner(project), startOwner(project)])
      const driven = first.drive('r')
      await until(() => performedIn(project).includes('one worker'), 30_000)
      first.signal('SIGSTOP')
      expect(await second.drive('r')).toMatchObject({ refused: 'held', exit: 'held' })
      first.signal('SIGCONT')
      const duelled = { answers: [await driven, { run: 'r', refused: 'held', exit: 'held' }] }
      expect(faultOf({ ...duelled, performed: performedIn(project) })).toBeUndefined()
      await Promise.all([first.close(), second.close()])
    }))

  it('F-10 F-1 a driver that is killed lets go at once: the next start takes over and ends the run', () =>
    inProject({ rules: (project) => rulesOf(project, { units, sleepMs: 2000 }) }, async (project) => {
      const [first, second] = await Promise.all([startOwner(project), startOwner(project)])
      const driven = first.drive('r')
      await until(() => performedIn(project).filter((line) => line.endsWith('worker')).length === 2, 30_000)
      expect(await second.drive('r')).toMatchObject({ refused: 'held' })
      first.signal('SIGKILL')
      expect(await driven).toMatchObject({ end: 'gone' })
      expect(await second.drive('r')).toMatchObject({ end: 'done' })
      // The two that were lost were performed again, nothing else was.
      const again = performedIn(project).filter((line) => line.endsWith('worker'))
      expect(again.toSorted()).toEqual(['one worker', 'one worker', 'two worker', 'two worker'])
      expect(performedIn(project)).toHaveLength(7)
      await second.close()
    }))
})
