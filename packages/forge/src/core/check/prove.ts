/**
 * Proves by enumeration what must hold for any template, whoever wrote it: it never hangs, nothing is merged past a
 * gate, every loop spends a budget, and some way leads to its end. Each fault is reported with the way that leads
 * there.
 */
import { say, type Said } from '#messages/said.ts'
import type { Phase } from '#model/phase.ts'
import type { RunSpec } from '#model/run.ts'
import { runCore } from '#core/next/core.ts'
import { lastRound, loopOf } from '#core/rounds/rounds.ts'
import { allRevise, castOf, onesFail, onesFailInOneWay, pairsFail, pairsRevise, type Cast } from './behaviours.ts'
import { explore, type Behaviour, type ExploreParts, type Exploration } from './explore.ts'
import { startOf, startOfPlanners, type Size } from './start.ts'
import { createFinder, type Finder, type ProofFault, type Laws } from './fault-finder.ts'
import { humanCommands, type HumanCommand } from './human-commands.ts'

export type { ProofFault, Laws } from './fault-finder.ts'

/** Raised whenever the checker walks or finds more than before: earlier proofs are then repeated. */
export const checkerVersion = 4

export interface Proof {
  readonly template: string
  readonly states: number
  readonly steps: number
  /** Phases that some way starts, in order. */
  readonly reached: readonly string[]
  readonly holes: readonly ProofFault[]
  /**
   * Every phase that is not off, in order: its effect when it does not pass, where it sends the work back, and how
   * often.
   */
  readonly graph: readonly GraphNode[]
  /** What was walked, and what was bounded, one line each. */
  readonly scope: readonly Said[]
}

export interface GraphNode {
  readonly phase: string
  readonly effect: Phase['effect']
  readonly back: string | undefined
  /** The revision that stops the unit. */
  readonly limit: number | undefined
}

export interface Proving extends Partial<ExploreParts> {
  /** `deep`: failures are mixed with each other, and with the revisions of other phases. */
  readonly depth?: 'usual' | 'deep'
}

/**
 * Where several kinds of failure are mixed, no budget is larger: the first failure spends it, the second exceeds it.
 */
const mixedBudget = 2

export function proveTemplate(spec: RunSpec, name: string, laws: Laws = {}, proving: Proving = {}): Proof {
  const means: ExploreParts = { core: runCore, mostStates: 30_000, ...proving }
  const phases = spec.templates[name]?.phases
  if (phases === undefined) return { template: name, states: 0, steps: 0, reached: [], holes: [], graph: [], scope: [] }
  const finder = createFinder(name, laws, means)
  const walker = createWalker(spec, name, { finder, means })
  const cast = castOf(name, phases)
  const scope = [
    walkRevisions(walker, cast),
    walkFailures(walker, cast),
    ...walkWords(walker, cast, proving.depth === 'deep' ? mixedBudget : spokenBudget),
    walkTwo(walker, cast, proving.depth === 'deep' ? mixedBudget : spokenBudget),
    ...walkPlanners(spec, phases, { finder, means }),
    ...(proving.depth === 'deep' ? [...walkMixed(walker, cast), walkOpened(walker, cast)] : []),
  ]
  finder.close(phases)
  const reached = phases.map((phase) => phase.name).filter((phase) => finder.reached.has(phase))
  return { template: name, ...walker.counts(), reached, holes: finder.holes, graph: graphOf(spec, phases), scope }
}

function graphOf({ budget }: RunSpec, phases: readonly Phase[]): readonly GraphNode[] {
  const there = phases.filter(({ effect }) => effect !== 'off')
  return there.map((phase): GraphNode => {
    const { name, effect, iterate, onRevise } = phase
    const loop = loopOf(phases, phase)
    const limit = loop === undefined ? undefined : lastRound(loop, budget).last
    return { phase: name, effect, back: iterate ?? onRevise, limit }
  })
}

/** How large a walk is, and which command is given during it. */
interface Walking extends Size {
  readonly word?: HumanCommand
}

type Walker = ReturnType<typeof createWalker>

function createWalker(spec: RunSpec, name: string, { finder, means }: { finder: Finder; means: ExploreParts }) {
  let states = 0
  let steps = 0
  const walk = (behaviour: Behaviour, { word, ...size }: Walking = {}): Exploration => {
    const start = startOf(spec, name, means, size)
    if (start === undefined) return { states: 0, steps: 0, loop: undefined, isWhole: true, isForked: false }
    const walked = explore(start, { behaviour, word }, finder, means)
    finder.note(walked)
    states += walked.states
    steps += walked.steps
    return walked
  }
  return {
    walk,
    /** All of these; an incomplete walk is a fault. */
    walkAll: (behaviours: readonly Behaviour[], walking?: Walking): void => {
      for (const behaviour of behaviours) if (!walk(behaviour, walking).isWhole) finder.noteTooLarge()
    },
    /** One after the other, until one has no failure left to play: those after it have none either. */
    walkKinds: (kinds: readonly Behaviour[], walking?: Walking): void => {
      for (const behaviour of kinds) {
        const { isWhole, isForked } = walk(behaviour, walking)
        if (!isWhole) finder.noteTooLarge()
        if (!isForked) break
      }
    },
    counts: () => ({ states, steps }),
  }
}

/** All phases at once with the budgets as they are; if that is too large, with smaller ones; at last by pairs. */
function walkRevisions({ walk, walkAll }: Walker, cast: Cast): Said {
  const everyone = allRevise(cast)
  if (walk(everyone).isWhole) return say('proof.allRevisionsAllBudgets')
  for (const most of [3, mixedBudget])
    if (walk(everyone, { most }).isWhole) return say('proof.allRevisionsCappedBudgets', { most })
  walkAll(pairsRevise(cast), { most: mixedBudget })
  return say('proof.pairedRevisionsCappedBudgets', { most: mixedBudget })
}

function walkFailures({ walkKinds }: Walker, cast: Cast): Said {
  for (const kinds of onesFailInOneWay(cast)) walkKinds(kinds)
  return say('proof.failuresByKindAllBudgets')
}

/** Where commands are given, the first failure of a kind spends its budget: a stopped unit can be reopened. */
const spokenBudget = 1

const bounded = (most: number): Said => say('proof.budgetsCapped', { most })

function walkWords({ walk }: Walker, cast: Cast, most: number): readonly Said[] {
  const heard = humanCommands.filter((word) => walk(allRevise(cast), { word, most }).isWhole)
  const large = humanCommands.filter((word) => !heard.includes(word))
  return [
    ...(heard.length === 0 ? [] : [say('proof.wordsAtEveryMoment', { words: heard.join(', '), rest: bounded(most) })]),
    ...(large.length === 0 ? [] : [say('proof.wordsNotAtEveryMoment', { words: large.join(', ') })]),
  ]
}

function walkTwo({ walk }: Walker, cast: Cast, most: number): Said {
  const { isWhole } = walk(allRevise(cast), { units: 'two', most })
  const but = isWhole ? '' : say('proof.notToTheEnd')
  return say('proof.twoDependentUnits', { but, rest: bounded(most) })
}

/** For a preset with more than one planner: all of them at once, with every answer to their plans. */
function walkPlanners(
  spec: RunSpec,
  phases: readonly Phase[],
  { finder, means }: { finder: Finder; means: ExploreParts },
): readonly Said[] {
  const start = startOfPlanners(spec, means)
  if (start === undefined || !phases.some((phase) => phase.kind === 'agent' && phase.yields === 'plan')) return []
  const walked = explore(start, { behaviour: () => 'pass' }, finder, means)
  finder.note(walked)
  const but = walked.isWhole ? '' : say('proof.notToTheEnd')
  return [say('proof.allPlannersAtOnce', { but, bound: bounded(1) })]
}

const mixedWords = bounded(mixedBudget)

/** Whatever stopped a unit, it is reopened: by itself, and where another waits for it. */
function walkOpened({ walkKinds }: Walker, cast: Cast): Said {
  for (const kinds of onesFailInOneWay(cast))
    for (const word of ['retry', 'reopen'] as const) walkKinds(kinds, { word, units: 'two', most: mixedBudget })
  return say('proof.failuresRetriedOrReopened', { rest: mixedWords })
}

function walkMixed({ walk, walkAll }: Walker, cast: Cast): readonly Said[] {
  const parts = onesFail(cast).map((behaviour) => walk(behaviour, { most: mixedBudget }))
  const large = cast.names.filter((_, index) => parts[index]?.isWhole === false)
  walkAll(pairsFail(cast), { most: mixedBudget })
  const but = large.length === 0 ? '' : say('proof.notToTheEndForPhases', { phases: large.join(', ') })
  return [
    say('proof.failuresMixed', { but, rest: mixedWords }),
    say('proof.failuresWithRevisions', { rest: mixedWords }),
  ]
}
