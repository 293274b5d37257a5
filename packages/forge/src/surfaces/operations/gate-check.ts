/** `gate check`: every directive of a phase's gates beside its fact, and the remedy where it does not hold. */
import { z } from 'zod'
import type { GateView } from '#forge.ts'
import { Objection } from '#model/gate.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { PhaseName } from './prompt.ts'
import { runFlag } from './queue.ts'
import { dim, strong, toned, type Line } from './text/line.ts'
import { renderNow, styledText, textOf } from './text/message.ts'
import { chooseUnit, UnitName } from './units.ts'

const Result = z.enum(['holds', 'failed', 'misconfigured'])

const Output = z.object({
  run: z.string(),
  unit: z.string(),
  phase: z.string(),
  result: Result.describe('Of all gates of the phase together; holds when it has none'),
  gates: z.array(
    z.object({
      when: z.enum(['preflight', 'postflight']).describe('Before the phase starts, or after it has ended'),
      result: Result,
      checks: z.array(
        z.object({
          directive: z.string(),
          saw: Said.describe('The recorded fact'),
          objection: Objection.optional().describe('Absent where the directive holds'),
        }),
      ),
    }),
  ),
  next: Next,
})
type Output = z.output<typeof Output>

export default operation({
  name: 'gate check',
  summary: 'Explain the gates of a phase: each directive, what Forge saw, and what to do',
  details:
    'Forge evaluates gates on recorded facts only. When a gate fails, Forge does not start the phase and does not try again; a\n' +
    'misconfigured gate says nothing about the unit. docs/gates.md describes the gate language.',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({ unit: UnitName, phase: PhaseName, ...runFlag }),
  positionals: ['unit', 'phase'],
  output: Output,
  examples: [
    { command: 'forge gate check cart approve', what: 'why approve may or may not start now' },
    { command: 'forge gate check cart approve --json', what: 'with reason codes and remedies, for programs' },
  ],
  exits: { failure: 'a gate fails', usage: 'a gate is misconfigured' },
  async run(forge, { unit, phase, run }) {
    const chosen = await forge.chooseRun(run)
    if (!chosen.ok) return chosen
    const { run: name } = chosen.value
    const view = await forge.view(name)
    if (!view.ok) return view
    const found = chooseUnit(view.value, unit)
    if (!found.ok) return found
    const { id } = found.value
    const gates = await forge.gates(name, { unit: id, phase })
    if (!gates.ok) return gates
    const result = resultOf(gates.value)
    const value = {
      run: name,
      unit: id,
      phase,
      result,
      gates: gates.value.map((gate) => ({ ...gate, checks: [...gate.checks] })),
      next: [step('show', { unit: id, run: name })],
    }
    return success({ value, ...(result === 'holds' ? {} : { exit: result === 'failed' ? 'failure' : 'usage' }) })
  },
  render: renderGates,
})

function resultOf(gates: readonly GateView[]): Output['result'] {
  const results = gates.map(({ result }) => result)
  if (results.includes('misconfigured')) return 'misconfigured'
  return results.includes('failed') ? 'failed' : 'holds'
}

function renderGates({ unit, phase, result, gates }: Output): readonly Line[] {
  const tone = result === 'holds' ? 'good' : 'bad'
  return [
    [strong(`${unit} ${phase}`), '  ', toned(tone, textOf(gates.length === 0 ? 'gate.none' : `gate.${result}`))],
    ...gates.flatMap(({ when, checks }): Line[] => [
      ['  ', styledText(when === 'preflight' ? 'gate.before' : 'gate.after', {}, 'dim')],
      ...checks.flatMap(({ directive, saw, objection }): Line[] => [
        ['    ', objection === undefined ? toned('good', '✓ ') : toned('bad', '✗ '), directive],
        [dim(`        ${renderNow(saw)}${objection === undefined ? '' : ` (${objection.code})`}`)],
        ...(objection === undefined ? [] : [`        → ${renderNow(objection.remedy)}`]),
      ]),
    ]),
  ]
}
