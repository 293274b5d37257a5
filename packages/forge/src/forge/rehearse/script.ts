/**
 * Scripts that take a preset along its interesting paths, made from its phases. Pure: nothing here knows a preset by its name.
 * Work is one small file per unit; checks of the rehearsal fail while a file says BROKEN.
 */
import type { AgentPhase, Phase } from '#model/phase.ts'
import type { Template } from '#model/run.ts'

export const rehearsalPaths = ['approved', 'revision', 'gates', 'exhaustion', 'empty', 'crash'] as const
export type RehearsalPath = (typeof rehearsalPaths)[number]

export const pathWords: Readonly<Record<RehearsalPath, string>> = {
  approved: 'everything passes at once',
  revision: 'the first work fails its checks, and every reviewer sends it back once',
  gates: 'the first work changes nothing, the second what it must not',
  exhaustion: 'every reviewer sends it back for ever',
  empty: 'every agent answers nothing the first time',
  crash: 'every agent dies the first time',
}

/** What the checks of a rehearsal run instead of the project's own. */
export const rehearsalCheck = { name: 'rehearsed', run: '! grep -rqs BROKEN rehearsed' }

type Step = Readonly<Record<string, unknown>>
interface Rule {
  readonly when: { readonly role: string; readonly phase: string; readonly attempt?: number | string }
  readonly steps: readonly Step[]
}

export function rehearsalScript(templates: Readonly<Record<string, Template>>, path: RehearsalPath): unknown {
  const phases = Object.values(templates).flatMap(({ phases: all }) => all.filter(isAgent))
  return { version: 1, rules: phases.flatMap((phase) => rulesOf(phase, path)) }
}

function isAgent(phase: Phase): phase is AgentPhase {
  return phase.kind === 'agent' && phase.effect !== 'off'
}

function rulesOf(phase: AgentPhase, path: RehearsalPath): readonly Rule[] {
  const when = { role: phase.role, phase: phase.name }
  const tidy = path === 'gates' && phase.yields === 'work' ? [{ do: 'delete', path: strayPath }] : []
  const usual: Rule = { when, steps: [...tidy, ...usualSteps(phase)] }
  const first = firstSteps(phase, path)
  if (path === 'exhaustion' && phase.yields === 'verdict') return [{ when, steps: [verdict(phase, 'revise')] }]
  return [...first.map((steps, index): Rule => ({ when: { ...when, attempt: index + 1 }, steps })), usual]
}

/** What is different in the first attempts. */
function firstSteps(phase: AgentPhase, path: RehearsalPath): readonly (readonly Step[])[] {
  switch (path) {
    case 'approved':
    case 'exhaustion':
      return []
    case 'revision':
      if (phase.yields === 'verdict') return [[verdict(phase, 'revise')]]
      return phase.yields === 'work' ? [[write('BROKEN'), answer]] : []
    case 'gates':
      return phase.yields === 'work' ? [[answer], [write(), stray, answer]] : []
    case 'empty':
      return [[]]
    case 'crash':
      return [[{ do: 'signal', name: 'SIGKILL' }]]
  }
}

const answer: Step = { do: 'answer' }
const strayPath = 'rehearsed-elsewhere.txt'
const stray: Step = { do: 'write', path: strayPath, text: 'stray\n' }

function write(word = 'fine'): Step {
  return { do: 'write', path: 'rehearsed/{{unit}}.txt', text: `${word}, attempt {{attempt}}\n` }
}

function usualSteps(phase: AgentPhase): readonly Step[] {
  switch (phase.yields) {
    case 'work':
      return [write(), answer]
    case 'plan':
      return [{ do: 'answer', with: { plan: planFor(phase) } }]
    case 'document':
      return [answer]
    case 'verdict':
      return [verdict(phase, 'pass')]
  }
}

/** In the words of the preset; where it has none for this, it passes. */
function verdict({ vocabulary }: AgentPhase, wanted: 'pass' | 'revise'): Step {
  const entries = Object.entries(vocabulary)
  const word = entries.find(([, meaning]) => meaning === wanted) ?? entries.find(([, meaning]) => meaning === 'pass')
  return { do: 'answer', with: { verdict: word?.[0] ?? 'approve', summary: 'rehearsed' } }
}

function unit(id: string, more: Step = {}): Step {
  return { id, title: `Rehearse ${id}`, writes: [`rehearsed/${id}.txt`], verify: [rehearsalCheck], ...more }
}

/** One unit after another and one beside them; where units may choose among pipelines, one for each. */
function planFor({ pipelines = [] }: AgentPhase): Step {
  const chosen = pipelines.map((pipeline) => unit(`by-${pipeline}`.slice(0, 63), { pipeline }))
  const usual = [unit('first'), unit('second', { depends: ['first'] }), unit('beside')]
  return { summary: 'Rehearsed', units: chosen.length > 1 ? chosen : usual }
}
