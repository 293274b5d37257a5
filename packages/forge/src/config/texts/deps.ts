/**
 * The declared dependencies of a text must exist (S0-46): checked when a run starts, not when an agent looks for them.
 */
import { keyRows } from '#config/keys.ts'
import { say, type Said } from '#messages/said.ts'
import { nearest } from '#model/nearest.ts'
import type { Shelf } from './shelf.ts'
import type { Text, TextFault, TextKind } from './text.ts'

export function depFaults({ file, head }: Text, shelf: Shelf): readonly TextFault[] {
  const { deps } = head
  if (deps === undefined) return []
  const texts = (kind: TextKind, names: readonly string[] = []): readonly TextFault[] =>
    names
      .filter((name) => shelf.find(kind, name) === undefined)
      .map((name) => ({
        file,
        message: say('text.dependsOnMissingText', { kind, name, hint: meant(name, shelf.names(kind)) }),
      }))
  const files = (paths: readonly string[] = []): readonly TextFault[] =>
    paths
      .filter((path) => shelf.read(path) === undefined)
      .map((path) => ({ file, message: say('text.dependsOnMissingPath', { path }) }))
  return [
    ...texts('persona', deps.personas),
    ...texts('skill', deps.skills),
    ...texts('workflow', deps.sub_workflows),
    ...files(deps.templates),
    ...files(deps.kb_docs),
    ...files(deps.context_pack === undefined ? [] : [deps.context_pack]),
    ...fieldFaults(file, deps.config_fields ?? []),
  ]
}

function fieldFaults(file: string, fields: readonly string[]): readonly TextFault[] {
  const known = keyRows().map(({ key }) => key)
  return fields
    .filter((field) => !known.includes(field) && !known.some((key) => key.startsWith(`${field}.`)))
    .map((field) => ({ file, message: say('text.dependsOnMissingSetting', { field, hint: meant(field, known) }) }))
}

function meant(name: string, names: readonly string[]): Said | '' {
  const near = nearest(name, names)
  return near === undefined ? '' : say('hint.didYouMean', { meant: near })
}
