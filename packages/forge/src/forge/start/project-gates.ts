/** Gates that a project adds to a preset. */
import { join } from 'node:path'
import { addGates } from '#core/gates/add.ts'
import { parseGates } from '#core/gates/parse.ts'
import { raw, say, several } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Template } from '#model/run.ts'
import { placeholders } from '#presets/vocabulary.ts'
import { alsoWrong, gateFaultText } from '#forge/faults.ts'
import { readText } from '#forge/place/project-files.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'

/** The file in which a project writes its own gates for a preset, in fenced blocks. */
export function gatesFile(preset: string): string {
  return `.forge/gates/${preset}.md`
}

/** The templates with the gates that the project adds; a faulty file refuses the run with line and column. */
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
