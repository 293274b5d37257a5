/** A driver that waits for what never comes hangs, and one that lets go too early leaves work: both over random runs. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { idleStateOf } from '#core/idle/idle.ts'
import { runCore } from '#core/next/core.ts'
import { runs } from '../runs.ts'
import { cursed, game, kind, play, wild } from './play.ts'

// A host that grants less than it has is another test's: here what is asked for is granted.
const rough = { ...wild, grantOddly: 0 }

it('I-39 a run that does not rest has something under way or a time to come, and one that rests needs a human', () => {
  const rests = new Set<string>()
  // As many as any property, and then as many as it takes to meet each of these.
  const all = ['finished', 'moves', 'stopped', 'waiting']
  let left = runs(60)
  fc.assert(
    fc.property(game(200, 'build', 'sprint', 'bug'), fc.constantFrom(rough, cursed, kind), (drawn, habits) => {
      left -= 1
      if (left < 0 && rests.size === all.length) return
      for (const { after } of play(drawn, habits).turns) {
        const rest = idleStateOf(after)
        const open = runCore.open(after)
        const moving = open.filter(({ kind }) => kind !== 'ask' && kind !== 'gate' && kind !== 'fill')
        rests.add(rest ?? 'moves')
        if (rest === undefined) expect(moving).not.toEqual([])
        if (rest !== undefined) expect(moving.filter(({ kind }) => kind !== 'timer')).toEqual([])
      }
    }),
    { numRuns: 60 },
  )
  expect([...rests].toSorted()).toEqual(all)
}, 60_000)
