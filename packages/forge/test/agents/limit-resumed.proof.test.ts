/** A run whose provider has nothing left in the middle of the work: it waits as long as the provider says, and goes on where it was. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Event } from '#model/event.ts'
import type { Ran } from '../calling.ts'
import { onShop } from './shop.ts'

const build = ['build', 'a shop', '--yes', '--allow-plan-commands', '--json']
const empty = { status: 429, type: 'insufficient_quota', headers: { 'retry-after': '1' } }

it(
  'I-32 U-21 goes on with conversation and tree after a limit, also in another process: no turn is paid twice, no attempt is spent',
  { timeout: 180_000 },
  () =>
    onShop(
      {
        turns: 2,
        usage: { input: 240, output: 10 },
        fail: [empty],
        config: 'agent: builtin:claude-sonnet-4-5\nparking: { resume: false }\n',
      },
      async ({ forge, fake, merged }) => {
        const first = await forge(build)
        const later = async (): Promise<Ran> => {
          await sleep(1100)
          return forge(['resume', '--json'])
        }
        const [second, third] = [await later(), await later()]
        expect([third.exitCode, merged(third)]).toEqual([0, ['shop']])
        const work = fake.served().requests.filter(({ rule }) => rule === 'rule 3')
        expect(work.map(({ turn, status }) => `${turn} ${status}`)).toEqual([
          '0 429',
          '0 200',
          '1 429',
          '1 200',
          '2 200',
        ])
        const tasks = [first, second, third].flatMap(intended)
        expect(tasks.map(({ task }) => 'resumes' in task)).toEqual([false, true, true])
      },
    ),
)

/** Attempts at the work. */
function intended({ out }: Ran) {
  return out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event?: Event }).event)
    .flatMap((event) => (event?.type === 'attempt.intended' && event.task.do === 'work' ? [event] : []))
}
