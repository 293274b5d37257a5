/** Gates of a run: those that a project adds to a preset, and how those of a phase stand now. */
import { join } from 'node:path'
import { addGates } from '#core/gates/add.ts'
import { checkGate, evaluateGate, type DirectiveCheck, type GateResult } from '#core/gates/evaluate.ts'
import { parseGates } from '#core/gates/parse.ts'
import { gateFactsOf } from '#core/gates/preflight.ts'
import type { RunState } from '#core/state/state.ts'
import { raw, say, several } from '#messages/said.ts'
import type { Gate } from '#model/gate.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Template } from '#model/run.ts'
import { placeholders } from '#presets/vocabulary.ts'
import { alsoWrong, gateFaultText } from '#forge/faults.ts'
import { choosePhase } from '#forge/look/prompt.ts'
import { readText } from '#forge/place/project-files.ts'
import { refusal, usageRefusal, type Refusal } from '#forge/refusal.ts'

/** Where a project writes gates of its own for a preset, in fenced blocks. */
export function gatesFile(preset: string): string {
  return `.forge/gates/${preset}.md`
}

/** The templates with the gates that the project adds; a file that is wrong refuses the run with line and column. */
export function withProjectGates(
  templates: Readonly<Record<string, Template>>,
  root: string,
  preset: string,
): Result<Record<string, Template>, Refusal> {
  const file = gatesFile(preset)
  const text = readText(join(root, file))
  if (!text.ok) return failed(usageRefusal('gates', say('path.unusable', { path: file, why: text.failure })))
  if (text.value === undefined) return success({ ...templates })
  const gates = parseGates(text.value, placeholders)
  if (!gates.ok) {
    const [first, ...others] = gates.failure.map((fault) => gateFaultText(file, fault))
    const hint = alsoWrong(others) ?? say('hint.readGatesDocs')
    return failed(usageRefusal('gates', first ?? say('gate.fileIsWrong', { file }), hint))
  }
  const added = addGates(templates, gates.value)
  return added.ok
    ? added
    : failed(usageRefusal('gates', several([raw(file), added.failure], ': '), raw(`forge preset show ${preset}`)))
}

export interface GateView {
  readonly when: Gate['when']
  readonly result: GateResult['result']
  readonly checks: readonly DirectiveCheck[]
}

/** The gates of a phase, directive by directive, against the unit as it stands. */
export function gatesFor(
  state: RunState,
  { unit: id, phase: name }: { readonly unit: string; readonly phase: string },
): Result<readonly GateView[], Refusal> {
  const unit = state.units[id]
  if (unit === undefined) return failed(refusal('unknown-unit', say('unit.notInRun', { run: state.run, unit: id })))
  const phase = choosePhase(state, unit, name)
  if (!phase.ok) return phase
  const facts = gateFactsOf(state, unit)
  const gates: Gate[] = [
    { when: 'preflight', phase: name, directives: phase.value.gates ?? [] },
    { when: 'postflight', phase: name, directives: phase.value.outputs ?? [] },
  ]
  return success(
    gates
      .filter(({ directives }) => directives.length > 0)
      .map((gate) => ({
        when: gate.when,
        result: evaluateGate(gate, facts).result,
        checks: checkGate(gate, facts),
      })),
  )
}
