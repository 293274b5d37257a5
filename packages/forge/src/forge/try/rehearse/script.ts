/**
 * Scripts that take a preset along its interesting paths, generated from its phases. Pure: nothing here knows a preset
 * by its name. Work is one small file per unit; checks of the rehearsal fail while a file contains BROKEN.
 */
import { say, type Said } from '#messages/said.ts'
import type { AgentPhase, Phase } from '#model/phase.ts'
import type { Template } from '#model/run.ts'

export const rehearsalPaths = [
  'approved',
  'revision',
  'gates',
  'answers',
  'clash',
  'exhaustion',
  'empty',
  'crash',
] as const
export type RehearsalPath = (typeof rehearsalPaths)[number]

export const pathWords: Readonly<Record<RehearsalPath, Said>> = {
  approved: say('rehearsal.everythingPasses'),
  revision: say('rehearsal.firstWorkFails'),
  gates: say('rehearsal.firstPlanIsNone'),
  answers: say('rehearsal.humanSaysNoOnce'),
  clash: say('rehearsal.unitsFailTogether'),
  exhaustion: say('rehearsal.reviewersNeverContent'),
  empty: say('rehearsal.agentsAnswerNothingOnce'),
  crash: say('rehearsal.agentsDieOnce'),
}

/** What the checks of a rehearsal run instead of the project's own. */
export const rehearsalCheck = {
  name: 'rehearsed',
  run: '! grep -rqs BROKEN rehearsed && test "$(grep -rls CLASH rehearsed | wc -l)" -lt 2',
}

type Step = Readonly<Record<string, unknown>>
interface Rule {
  readonly when: { readonly role: string; readonly phase: string; readonly attempt?: number | string }
  readonly steps: readonly Step[]
}

/** The inputs of a rehearsal: the templates, and the patterns of guarded changes. */
export interface Rehearsed {
  readonly templates: Readonly<Record<string, Template>>
  readonly guarded: readonly string[]
}

export function rehearsalScript({ templates, guarded }: Rehearsed, path: RehearsalPath): unknown {
  const decisive = decisivePath(guarded)
  const rules = Object.values(templates).flatMap(({ phases }) =>
    phases.filter(isAgent).flatMap((phase) => rulesOf(phase, { path, phases, decisive })),
  )
  return { version: 1, rules }
}

function isAgent(phase: Phase): phase is AgentPhase {
  return phase.kind === 'agent' && phase.effect !== 'off'
}

interface Part {
  readonly path: RehearsalPath
  /** The phases of its template. */
  readonly phases: readonly Phase[]
  readonly decisive: string
}

function rulesOf(phase: AgentPhase, part: Part): readonly Rule[] {
  const { path } = part
  const when = { role: phase.role, phase: phase.name }
  const tidy = path === 'gates' && phase.yields === 'work' ? [{ do: 'delete', path: strayPath }] : []
  const usual: Rule = { when, steps: [...tidy, ...usualSteps(phase, part)] }
  const first = firstSteps(phase, part)
  if (path === 'exhaustion' && phase.yields === 'verdict') return [{ when, steps: [verdict(phase, 'revise')] }]
  return [...first.map((steps, index): Rule => ({ when: { ...when, attempt: index + 1 }, steps })), usual]
}

/** What the first attempts do differently. */
function firstSteps(phase: AgentPhase, part: Part): readonly (readonly Step[])[] {
  const { path, phases } = part
  const isWork = phase.yields === 'work'
  switch (path) {
    case 'approved':
    case 'exhaustion':
      return []
    case 'revision':
      if (phase.yields === 'verdict') return [[verdict(phase, 'revise')]]
      return isWork ? [[write('BROKEN'), answer]] : []
    case 'gates':
      if (phase.yields === 'plan') return [[{ do: 'answer', with: { plan: { summary: 'None', units: [] } } }]]
      return isWork ? gateSteps(phases) : []
    case 'answers':
      return doubtedSteps(phase, part)
    case 'clash':
      return isWork ? [[write('CLASH'), answer]] : []
    case 'empty':
      return [[]]
    case 'crash':
      return [[{ do: 'signal', name: 'SIGKILL' }]]
  }
}

/** What a human can refuse; after a refusal comes different work, and both make guarded changes. */
function doubtedSteps(phase: AgentPhase, part: Part): readonly (readonly Step[])[] {
  switch (phase.yields) {
    case 'work': {
      const change: Step = { do: 'write', path: part.decisive, text: 'attempt {{attempt}}\n' }
      return [1, 2].map(() => [write(), change, answer])
    }
    case 'plan':
      return [[{ do: 'answer', with: { plan: { ...planFor(phase, part), summary: 'Rehearsed, and not liked' } } }]]
    case 'document':
      return [[{ do: 'answer', with: { document: 'Rehearsed, and not liked. '.repeat(40) } }]]
    case 'verdict':
      return []
  }
}

/** Work that each gate of the template refuses, one gate after the other. */
function gateSteps(phases: readonly Phase[]): readonly (readonly Step[])[] {
  const required = phases.flatMap((phase) => (phase.kind === 'gate' && phase.effect !== 'off' ? [phase.require] : []))
  return [
    ...(required.includes('some-change') ? [[answer]] : []),
    ...(required.includes('declared-writes') ? [[write(), stray, answer]] : []),
  ]
}

/** A path of the unit's own that is guarded: by folder, by pattern, or else one that all units share. */
function decisivePath(guarded: readonly string[]): string {
  const folder = guarded.find((pattern) => pattern.endsWith('/') && !pattern.includes('*'))
  if (folder !== undefined) return `${folder}rehearsed-{{unit}}.txt`
  const pattern = guarded.find((candidate) => candidate.includes('*'))
  return (pattern ?? guarded[0] ?? 'rehearsed-{{unit}}.txt').replaceAll(/\*+/g, 'rehearsed-{{unit}}')
}

const answer: Step = { do: 'answer' }
const strayPath = 'rehearsed-elsewhere.txt'
const stray: Step = { do: 'write', path: strayPath, text: 'stray\n' }

function write(word = 'fine'): Step {
  return { do: 'write', path: 'rehearsed/{{unit}}.txt', text: `${word}, attempt {{attempt}}\n` }
}

function usualSteps(phase: AgentPhase, part: Part): readonly Step[] {
  switch (phase.yields) {
    case 'work':
      return [write(), answer]
    case 'plan':
      return [{ do: 'answer', with: { plan: planFor(phase, part) } }]
    case 'document':
      return [answer]
    case 'verdict':
      return [verdict(phase, 'pass')]
  }
}

/** In the words of the preset; if it has none for this verdict, it passes. */
function verdict({ vocabulary }: AgentPhase, wanted: 'pass' | 'revise'): Step {
  const entries = Object.entries(vocabulary)
  const word = entries.find(([, meaning]) => meaning === wanted) ?? entries.find(([, meaning]) => meaning === 'pass')
  return { do: 'answer', with: { verdict: word?.[0] ?? 'approve', summary: 'rehearsed' } }
}

function unit(id: string, { decisive }: Part, more: Step = {}): Step {
  const writes = [`rehearsed/${id}.txt`, decisive.replace('{{unit}}', id)]
  return { id, title: `Rehearse ${id}`, writes, verify: [rehearsalCheck], ...more }
}

/** One unit after another and one beside; where units may choose pipelines, one for each, or two that can conflict. */
function planFor({ pipelines = [] }: AgentPhase, part: Part): Step {
  const suffixes = part.path === 'clash' ? ['', '-2'] : ['']
  const chosen = pipelines.flatMap((pipeline) =>
    suffixes.map((suffix) => unit(`by-${pipeline}`.slice(0, 60) + suffix, part, { pipeline })),
  )
  const usual = [unit('first', part), unit('second', part, { depends: ['first'] }), unit('beside', part)]
  return { summary: 'Rehearsed', units: pipelines.length > 1 ? chosen : usual }
}
