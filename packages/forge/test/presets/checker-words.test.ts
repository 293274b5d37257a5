/** The checker hears what humans say, and walks two units: each of these holes is found by that walk and by no other. */
import { describe, expect, it } from 'vitest'
import { starterPreset } from '#config/starter.ts'
import { proveTemplate, type ProofFault } from '#core/check/prove.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import { hashText } from '#model/digest.ts'
import type { Event } from '#model/event.ts'
import { raw } from '#messages/said.ts'
import type { Message } from '#model/message.ts'
import { presetSpec } from '#presets/spec.ts'
import { presetOf } from '#testing/builders/index.ts'

type Step = typeof runCore.step

// Checks that stop at their first red: the words are walked at every moment of it, and more rounds are more of the same.
const mine = presetOf(starterPreset('mine').replace('max_iterations: 3', 'max_iterations: 1'))
const verify = [{ name: 't', run: 'true', cwd: '.', timeoutMs: 1000 }]
const spec = presetSpec(mine, { request: 'r', base: 'a'.repeat(40), environment: hashText('e'), verify })

function holesOf(step: Step = (state, message) => runCore.step(state, message)): readonly ProofFault[] {
  return proveTemplate(spec, 'change', {}, { core: { ...runCore, step } }).holes
}

/** All holes are of this law, and each needs the word to be come by. */
function expectOnly(holes: readonly ProofFault[], law: ProofFault['law'], word: string): void {
  expect([...new Set(holes.map((hole) => hole.law))]).toEqual([law])
  expect(holes.filter(({ trail }) => !trail.some((step) => step.startsWith(word)))).toEqual([])
}

/** The core, with what it makes of one word changed. */
const hearing =
  (word: Message['type'], change: (events: readonly Event[]) => readonly Event[]): Step =>
  (state, message) =>
    message.type === word ? change(runCore.step(state, message)) : runCore.step(state, message)

const refusing: Step = (state, message) =>
  message.type === 'reopen' || message.type === 'retry'
    ? [
        {
          type: 'command.refused',
          v: 1,
          at: message.at,
          message: message.id,
          word: message.type,
          why: raw('not today'),
        },
      ]
    : runCore.step(state, message)

describe('the checker with a core that is deaf to humans', { timeout: 240_000 }, () => {
  it('U-03 finds nothing in one that is not', () => {
    expect(holesOf()).toEqual([])
  })

  it('U-03 pause: what starts although the run is paused is a hole', () => {
    const awake = (state: RunState): RunState => (state.status === 'paused' ? { ...state, status: 'running' } : state)
    const holes = holesOf((state, message) => runCore.step(message.type === 'resume' ? state : awake(state), message))
    expectOnly(holes, 'words', 'pause')
    expect(holes[0]?.message).toSay('starts although the run is paused')
  })

  it('U-03 resume: a run that does not go on after it hangs', () => {
    const holes = holesOf(hearing('resume', (events) => events.slice(0, 1)))
    expectOnly(holes, 'moves', 'resume')
    expect(holes[0]?.message).toSay('no command is suggested (the run is running)')
  })

  it('U-03 cancel: a run that never ends after it hangs', () => {
    const holes = holesOf((state, message) =>
      runCore
        .step(state, message)
        .filter((event) => event.type !== 'run.finished' || event.outcome !== 'cancelled')
        .filter(({ type }) => state.status !== 'cancelling' || type !== 'tidying.intended'),
    )
    expectOnly(holes, 'moves', 'cancel')
    expect(holes[0]?.message).toSay('the run is cancelling')
  })

  it('C-23 D-02 the way forward that a stop names and that is refused is a hole', () => {
    const holes = holesOf(refusing)
    expect([...new Set(holes.map(({ law }) => law))]).toEqual(['words'])
    expect(holes[0]?.message).toSay(/Forge suggests a command and then refuses it: (retry|reopen) unit: not today/)
  })

  it.each(['retry', 'reopen'] as const)('U-03 %s: what is merged past a gate after it is a hole', (word) => {
    // What a reviewer says of a unit that was opened again by this word is recorded, and not heeded.
    const deaf: Step = (state, message) => {
      const events = runCore.step(state, message)
      return events.map((event) => {
        const unit = state.units['unit']
        const isAgain = unit !== undefined && unit.generation > 1 && saidTo(unit) === word
        return isAgain && event.type === 'verdict.given' && event.path === 'unit/verify-merged'
          ? { ...event, verdict: 'revise' as const }
          : event
      })
    }
    const holes = holesOf(deaf)
    expect(holes.map(({ law }) => law)).toContain('gates')
    expectOnly(
      holes.filter(({ law }) => law === 'gates'),
      'gates',
      word,
    )
  })

  it('U-03 two units: what starts before that on which it depends is a hole', () => {
    const alone = (state: RunState): RunState => ({
      ...state,
      units: Object.fromEntries(
        Object.entries(state.units).map(([id, unit]) => [id, { ...unit, spec: { ...unit.spec, depends: [] } }]),
      ),
    })
    const holes = holesOf((state, message) => runCore.step(alone(state), message))
    const early = holes.filter(({ law }) => law === 'order')
    expect(early[0]?.message).toEqual('implement starts although unit, on which it depends, is not done')
    expect(holes.filter(({ law }) => law !== 'order')).toEqual([])
  })
})

/** By which word a unit was opened again: only reopening tells it something. */
function saidTo({ lastFeedback: feedback }: RunState['units'][string]): 'retry' | 'reopen' {
  return feedback?.from === 'operator' ? 'reopen' : 'retry'
}
