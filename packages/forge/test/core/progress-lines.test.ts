/** The progress of a run as lines that programs read, over runs of the production core. */
import { describe, expect, it } from 'vitest'
import { progressLinesOf } from '#core/views/progress-lines.ts'
import { failures, planOf, routingOf, unitOf } from '#testing/builders/index.ts'
import { failing, settle, startScript } from './script.ts'
import { eventsOf } from './world.ts'

const badges = { worker: { noun: 'engineer', banner: 'lumen' } }

function linesOf(cluster: { readonly kind: 'single'; readonly model: string }) {
  let tries = 0
  const world = settle(startScript({ badges, routing: routingOf({ cluster }) }), {
    plan: planOf([unitOf('a')]),
    answer: ({ phase }) => (phase === 'implement' && tries++ === 0 ? failing(failures.crash) : undefined),
  })
  return progressLinesOf(eventsOf(world)).filter(({ agent }) => agent.startsWith('a:engineer:'))
}

describe('progress lines', () => {
  it('S0-15 carry time, agent, banner, status and a short detail', () => {
    const lines = linesOf({ kind: 'single', model: 'only-1' })
    expect(lines.map(({ banner, status, detail }) => [banner, status, detail])).toEqual([
      ['lumen', 'start', 'standard only-1'],
      ['lumen', 'error', 'crash'],
      ['lumen', 'start', 'standard only-1'],
      ['lumen', 'done', 'worked'],
    ])
    expect(lines.every(({ at }, index) => at >= (lines[index - 1]?.at ?? 0))).toBe(true)
  })

  it('S0-15 keep a detail on its line and in its field, whatever it holds', () => {
    const [first] = linesOf({ kind: 'single', model: 'only\n|1' })
    expect(first?.detail).toBe('standard only 1')
  })
})
