/** What an agent did with its tools, as data and as lines. */
import { z } from 'zod'
import type { ToolSummary } from '#core/views/tool-calls.ts'
import { dim, type Line } from './text/line.ts'

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
  if (calls === 0) return [['  ', dim('no tool was used')]]
  const counted = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, count]) => `${name} ${count}×`)
      .join(', ')
  const rows: readonly (readonly [string, string])[] = [
    ['tools    ', counted(toolCounts)],
    ['edited   ', counted(editedFiles)],
    ['read     ', readFiles.join(', ')],
    ['last     ', lastActions.join(' → ')],
  ]
  return rows.flatMap(([name, text]): Line[] => (text === '' ? [] : [['  ', dim(name), text]]))
}
