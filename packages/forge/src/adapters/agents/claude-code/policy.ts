/** Which tools Claude Code may use for a task; it requests each use (I-29). What a shell does is up to the sandbox. */
import { resolve, sep } from 'node:path'
import type { AdapterParts } from '#adapters/agents/session/index.ts'
import type { AgentTask } from '#engine/ports.ts'
import type { ToolGroup } from '#model/route.ts'
import type { Json } from '#model/json.ts'

const writing = ['Edit', 'NotebookEdit', 'Write'] as const

/** Its tools by what they do. */
const groups: Readonly<Record<ToolGroup, readonly string[]>> = {
  read: ['Glob', 'Grep', 'Read'],
  run: ['Bash'],
  edit: writing,
  web: ['WebFetch', 'WebSearch'],
}

/** The tool that starts subagents: they have the tools that it has. */
const helperTools = ['Agent'] as const

type Helpers = AdapterParts['helpers']

/** The tools offered for a task; the others (questions to people, timers, other agents, the web) only on request. */
export function toolsFor(task: AgentTask['task'], helpers?: Helpers): readonly string[] {
  const allowed: readonly ToolGroup[] = task.do === 'work' ? ['run', 'read', 'edit'] : ['run', 'read']
  const wanted = task.route?.tools ?? allowed
  // The web only on request; writing never for a judging role.
  const own = wanted.filter((group) => group === 'web' || allowed.includes(group)).flatMap((group) => groups[group])
  return helpers === 'allowed' ? [...own, ...helperTools] : own
}

export type Permission = 'allowed' | { readonly denied: string }

export function decidePermission(
  { task, tree, helpers }: { readonly task: AgentTask['task']; readonly tree: string; readonly helpers?: Helpers },
  tool: string,
  input: Readonly<Record<string, Json>>,
): Permission {
  if (tool.startsWith('mcp__') || tool === 'StructuredOutput') return 'allowed'
  if (!toolsFor(task, helpers).includes(tool)) return { denied: `${tool} is not available in this task` }
  if (!(writing as readonly string[]).includes(tool)) return 'allowed'
  const path = input['file_path'] ?? input['notebook_path']
  if (typeof path !== 'string') return { denied: `${tool} names no file` }
  return isInside(tree, path) ? 'allowed' : { denied: `${path} is outside of your working directory` }
}

function isInside(tree: string, path: string): boolean {
  return resolve(tree, path).startsWith(`${resolve(tree)}${sep}`)
}
