/** The prompt for an agent that resumes a conversation; it precedes the task. */
import type { AgentTask } from '#engine/ports.ts'

/** Undefined: it starts anew. */
export function resumePrompt({ resume, stands }: Pick<AgentTask, 'resume' | 'stands'>): string | undefined {
  if (resume === undefined) return undefined
  return stands === 'as-left'
    ? 'Your provider made you wait, and your program was started again. Your working directory stands as you left it. Go on with what you know:'
    : 'Your program was lost, and your working directory stands at its start again. Go on with what you know:'
}
