/** What an agent is told that goes on with a conversation, before it is told its task again. */
import type { AgentTask } from '#engine/ports.ts'

/** Undefined: it begins anew. */
export function resumePrompt({ resume, stands }: Pick<AgentTask, 'resume' | 'stands'>): string | undefined {
  if (resume === undefined) return undefined
  return stands === 'as-left'
    ? 'Your provider made you wait, and your program was started again. Your working directory stands as you left it. Go on with what you know:'
    : 'Your program was lost, and your working directory stands at its start again. Go on with what you know:'
}
