/**
 * Progress lines, and the names of agents in them: one for each phase, with how often the phase was sent back (S0-12).
 */
import { describe, expect, it } from 'vitest'
import { failures, planOf, routingOf, specOf, unitOf } from '#testing/builders/index.ts'
import { failing, settle, startScript } from '../../../test/core/script.ts'
import { eventsOf, type World } from '../../../test/core/world.ts'
import { foldNotices, initialNews } from './notices.ts'
import { progressLinesOf } from './progress-lines.ts'

const plan = planOf([unitOf('a')])

function namesIn(world: World): readonly string[] {
  const lines = progressLinesOf(eventsOf(world)).filter(({ status }) => status === 'start')
  return lines.map(({ agent }) => agent).filter((name) => name.startsWith('a:'))
}

/** The lines as they are announced while it runs. */
function announced(world: World): readonly string[] {
  let news = initialNews('toy')
  return eventsOf(world).flatMap((event) => {
    const told = foldNotices(news, event)
    news = told.news
    return told.notes.flatMap((note) => (note.note === 'agent' && note.unit === 'a' ? [note.name] : []))
  })
}

describe('the name of an agent', () => {
  it('S0-12 counts revisions, not tries: one that lost its connection is still the first', () => {
    let tried = 0
    const world = settle(startScript({ badges: {} }), {
      plan,
      answer: ({ task }) => {
        if (task.do !== 'work') return undefined
        tried += 1
        return tried === 1 ? failing(failures.transport) : undefined
      },
    })
    expect(namesIn(world)).toEqual(['a:worker:implement:1', 'a:worker:implement:1', 'a:reviewer:review:1'])
  })

  it('S0-12 the second round of a review, and of the work that it sent back, is 2', () => {
    let judged = 0
    const world = settle(startScript({ badges: {} }), {
      plan,
      answer: ({ task }) => {
        if (task.do !== 'judge') return undefined
        judged += 1
        return judged === 1 ? { status: 'judged', answer: { nonce: task.nonce, verdict: 'revise' } } : undefined
      },
    })
    expect(announced(world)).toEqual(namesIn(world))
    expect(namesIn(world)).toEqual([
      'a:worker:implement:1',
      'a:reviewer:review:1',
      'a:worker:implement:2',
      'a:reviewer:review:2',
    ])
  })

  it('S0-12 two phases of one role have two names', () => {
    const { templates } = specOf()
    const phases = (templates['module']?.phases ?? []).flatMap((phase) =>
      phase.name === 'review' ? [phase, { ...phase, name: 'rebuttal' }] : [phase],
    )
    const world = settle(
      startScript({ badges: {}, templates: { ...templates, module: { phases, onStop: 'continue' } } }),
      { plan },
    )
    expect(namesIn(world).slice(1)).toEqual(['a:reviewer:review:1', 'a:reviewer:rebuttal:1'])
  })
})

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
