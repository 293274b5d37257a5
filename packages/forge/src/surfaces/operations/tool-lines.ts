/** An agent's tool calls, as data and as lines. */
import { z } from 'zod'
import type { ToolSummary } from '#core/views/tool-calls.ts'
import { labelsOf } from './text/labels.ts'
import type { Line } from './text/line.ts'
import { styledText } from './text/message.ts'

export const Tools = z.object({
  calls: z.number(),
  toolCounts: z.record(z.string(), z.number()),
  editedFiles: z.record(z.string(), z.number()).describe('How often each was edited'),
  readFiles: z.array(z.string()),
  lastActions: z.array(z.string()).describe('The last five'),
})
export type Tools = z.output<typeof Tools>

export function toolsOf({ calls, toolCounts, editedFiles, readFiles, lastActions }: ToolSummary): Tools {
  return {
    calls,
    toolCounts: { ...toolCounts },
    editedFiles: { ...editedFiles },
    readFiles: [...readFiles],
    lastActions: [...lastActions],
  }
}

export function toolLines({ calls, toolCounts, editedFiles, readFiles, lastActions }: Tools): readonly Line[] {
  if (calls === 0) return [['  ', styledText('tools.none', {}, 'dim')]]
  const counted = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, count]) => `${name} ${count}×`)
      .join(', ')
  const rows = [
    ['tools.used', counted(toolCounts)],
    ['tools.edited', counted(editedFiles)],
    ['tools.read', readFiles.join(', ')],
    ['tools.last', lastActions.join(' → ')],
  ] as const
  const label = labelsOf(...rows.map(([key]) => key))
  return rows.flatMap(([key, text]): Line[] => (text === '' ? [] : [['  ', label(key), text]]))
}
