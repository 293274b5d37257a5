/**
 * The names under which gates of every preset know a run and its units. Data, recorded with each run; core knows none
 * of them.
 */
import type { Vocabulary } from '#model/vocabulary.ts'
import { bug } from './statuses/bug.ts'
import { sprint } from './statuses/sprint.ts'
import { task } from './statuses/task.ts'

export const vocabulary = {
  placeholders: { sprint: '{run}', task: '{unit}', bug: '{unit}', engineering: 'engineering' },
  documents: '{engineering}/sprints/{sprint}/{task}/{PHASE}.md',
  statuses: { sprint: [...sprint.lines], task: [...task.lines], bug: [...bug.lines] },
  records: {
    task: {
      id: 'unit.id',
      title: 'unit.title',
      pipeline: 'unit.pipeline',
      status: 'status.task',
      attempts: 'unit.attempts',
    },
    sprint: { id: 'run.id', status: 'status.sprint' },
    bug: { id: 'unit.id', status: 'status.bug' },
  },
  shown: { run: 'sprint', unit: 'task' },
  steps: { begin: 'sprint run', lookBack: 'sprint retro' },
} as const satisfies Vocabulary

/** Names in braces that paths of gates may hold. */
export const placeholders: readonly string[] = Object.keys(vocabulary.placeholders)
