/**
 * Files of a repository that Forge itself reads: configuration, presets, gates, roles and texts for agents. If a unit's
 * work contains one that violates its schema, Forge refuses the work with file, line and field before it asks a human
 * (S0-41, U-28).
 */
import { faultText } from '#config/parse.ts'
import { parsePreset } from '#config/preset.ts'
import { parseRoles } from '#config/texts/roles.ts'
import { folders } from '#config/texts/shelf.ts'
import { parseText } from '#config/texts/text.ts'
import { parseWritten } from '#config/written.ts'
import { parseGates } from '#core/gates/parse.ts'
import type { Said } from '#messages/said.ts'
import { placeholders } from '#presets/vocabulary.ts'
import { gateFaultText, textFaultText } from '#forge/faults.ts'

/** Faults of the text of such a file; empty for any other file. */
export function ownFileFaults(path: string, text: string): readonly Said[] {
  const read = readers.find(({ pattern }) => pattern.test(path))
  return read === undefined ? [] : read.faults(path, text)
}

interface Reader {
  readonly pattern: RegExp
  readonly faults: (path: string, text: string) => readonly Said[]
}

const readers: readonly Reader[] = [
  {
    pattern: /^\.forge\/config(\.local)?\.yaml$/,
    faults(path, text) {
      const parsed = parseWritten(path, text)
      return parsed.ok ? [] : parsed.failure.map(faultText)
    },
  },
  {
    pattern: /^\.forge\/presets\/[^/]+\.yaml$/,
    faults(path, text) {
      const parsed = parsePreset(path, text)
      return parsed.ok ? [] : parsed.failure.map(faultText)
    },
  },
  {
    pattern: /^\.forge\/gates\/[^/]+\.md$/,
    faults(path, text) {
      const parsed = parseGates(text, placeholders)
      return parsed.ok ? [] : parsed.failure.map((fault) => gateFaultText(path, fault))
    },
  },
  {
    pattern: /^\.forge\/roles\.yaml$/,
    faults(path, text) {
      const parsed = parseRoles([{ path, text, origin: 'own' }])
      return parsed.ok ? [] : parsed.failure.map(textFaultText)
    },
  },
  {
    pattern: new RegExp(`^\\.forge/(${Object.values(folders).join('|')})/[^/]+\\.md$`),
    faults(path, text) {
      const parsed = parseText({ path, text, origin: 'own' })
      return parsed.ok ? [] : parsed.failure.map(textFaultText)
    },
  },
]
