/** From the phases of a preset file to those of a run: defaults filled in, names of the model. */
import { render } from '#messages/render.ts'
import { raw, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { checkOf, type WrittenPhase, type WrittenTemplate } from '#model/preset.ts'
import type { Directive, Gate } from '#model/gate.ts'
import { Phase } from '#model/phase.ts'
import { parseLines } from '#core/gates/parse.ts'
import { Template } from '#model/run.ts'
import { placeholders } from './vocabulary.ts'

/** Templates of the configuration that units of a plan may ask for by name (S0-03). */
export type Pipelines = Readonly<Record<string, WrittenTemplate>>

export function templateOf(written: WrittenTemplate, pipelines: Pipelines = {}): Template {
  const phases = written.phases.map((phase, index) => phaseOf(phase, written.phases.slice(0, index), pipelines))
  const { on_stop: onStop, redispatch, route } = written
  return Template.parse({
    phases,
    ...defined({ onStop, redispatch, route }),
  })
}

function phaseOf(written: WrittenPhase, earlier: readonly WrittenPhase[], pipelines: Pipelines): Phase {
  const { on_revision, max_iterations, gates, produces, ...rest } = written
  const onRevise = on_revision ?? makerFor(written, earlier)
  return Phase.parse({
    ...(rest.kind === 'agent' ? agentFields(rest, pipelines) : rest),
    ...(rest.kind === 'check' && rest.commands !== undefined ? { commands: rest.commands.map(checkOf) } : {}),
    ...defined({ onRevise, maxIterations: max_iterations }),
    ...(gates === undefined ? {} : { gates: directivesOf(written.name, gates, 'preflight') }),
    ...(produces === undefined ? {} : { outputs: directivesOf(written.name, produces, 'postflight') }),
  })
}

/** The loader of a preset has checked its gates already (`gateFaults`); a wrong gate here must not vanish silently. */
function directivesOf(phase: string, lines: string | readonly string[], when: Gate['when']): readonly Directive[] {
  const parsed = parseLines([lines].flat(), 1, { when, placeholders })
  if (!parsed.ok) throw new Error(`gates of ${phase}: ${render(parsed.failure[0]?.message ?? raw('wrong'), 'en')}`)
  return parsed.value
}

export interface WrittenFault {
  readonly at: readonly (string | number)[]
  readonly message: Said
}

/** Every line of a gate that does not parse, with its place in the template. */
export function gateFaults({ phases }: WrittenTemplate): readonly WrittenFault[] {
  return phases.flatMap((phase, index) =>
    (['gates', 'produces'] as const).flatMap((field) => {
      const when = field === 'gates' ? 'preflight' : 'postflight'
      const parsed = parseLines([phase[field] ?? []].flat(), 0, { when, placeholders })
      if (parsed.ok) return []
      const isList = Array.isArray(phase[field])
      return parsed.failure.map(({ line, message }) => ({
        at: ['phases', index, field, ...(isList ? [line] : [])],
        message,
      }))
    }),
  )
}

type WrittenAgent = Extract<WrittenPhase, { kind: 'agent' }>

function agentFields(written: Omit<WrittenAgent, 'on_revision'>, pipelines: Pipelines): Record<string, unknown> {
  const { max_minutes, idle_minutes, on_failure, context, pipelines: allowed, template, ...rest } = written
  const isProject = allowed === 'project'
  const names = isProject ? Object.keys(pipelines) : allowed
  return {
    ...rest,
    // The project's own default takes precedence over that of the preset (S0-03).
    ...(template === undefined ? {} : { template: isProject && 'default' in pipelines ? 'default' : template }),
    ...defined({ pipelines: names }),
    ...(max_minutes === undefined ? {} : { wallMs: Math.round(max_minutes * 60_000) }),
    ...(idle_minutes === undefined ? {} : { idleMs: Math.round(idle_minutes * 60_000) }),
    ...defined({ onFailure: on_failure }),
    ...(context === undefined ? {} : { context: contextOf(context) }),
  }
}

function contextOf({ prior_summaries, ...rest }: NonNullable<WrittenAgent['context']>): Record<string, unknown> {
  if (prior_summaries === undefined) return rest
  return { ...rest, priorSummaries: prior_summaries === 'none' ? 0 : prior_summaries }
}

/**
 * Which phase works again if the preset names none: the nearest earlier phase that made what is judged; for a maker,
 * itself.
 */
function makerFor(phase: WrittenPhase, earlier: readonly WrittenPhase[]): string | undefined {
  if (phase.kind === 'agent' && (phase.yields === 'plan' || phase.yields === 'document')) return phase.name
  const made = judgedBy(phase)
  if (made === undefined) return undefined
  if (typeof made === 'object') return made.document
  return earlier.findLast((other) => other.kind === 'agent' && other.yields === made)?.name
}

function judgedBy(phase: WrittenPhase): 'work' | 'plan' | { readonly document: string } | undefined {
  switch (phase.kind) {
    case 'agent':
      if (phase.yields !== 'verdict') return undefined
      return phase.judges === undefined ? 'work' : { document: phase.judges }
    case 'ask':
      if (phase.judges !== undefined) return { document: phase.judges }
      return phase.about === 'plan' ? 'plan' : 'work'
    case 'check':
      return phase.on === 'tip' ? undefined : 'work'
    case 'gate':
      return 'work'
    case 'git':
      return phase.op === 'integrate' ? 'work' : undefined
    case 'chore':
      return undefined
  }
}
