/** What is wrong with files, for refusals: the place first, the first fault in full, some of the others as a hint. */
import type { TextFault } from '#config/texts/text.ts'
import type { GateFault } from '#core/gates/faults.ts'
import { raw, say, several, type Said, type Value } from '#messages/said.ts'

export function gateFaultText(file: string, { line, column, message }: GateFault): Said {
  return several([raw(`${file}:${line}:${column}`), message], ': ')
}

export function textFaultText({ file, line, message }: TextFault): Said {
  return several([raw(line === undefined ? file : `${file}:${line}`), message], ': ')
}

/** For the hint of a refusal that shows the first fault; undefined: there are no others. */
export function alsoWrong(others: readonly Said[]): Said | undefined {
  return others.length === 0 ? undefined : say('hint.alsoOthers', { others: several(others.slice(0, 5)) })
}

/** Names in a sentence: the first of them, and how many more there are. */
export function firstOf(names: readonly string[], most = 5): Value {
  const paths = names.slice(0, most).join(', ')
  return names.length > most ? say('path.listAndMore', { paths, count: names.length - most }) : paths
}
