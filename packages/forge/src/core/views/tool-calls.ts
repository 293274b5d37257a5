/** What an agent did with its tools, for diagnosis (S3-24): counts, edited and read files, its last actions. */

export interface ToolCall {
  readonly name: string
  /** The file of the call, if it names one. */
  readonly path?: string | undefined
}

export interface ToolSummary {
  readonly calls: number
  readonly toolCounts: Readonly<Record<string, number>>
  /** How often each was edited. */
  readonly editedFiles: Readonly<Record<string, number>>
  readonly readFiles: readonly string[]
  readonly lastActions: readonly string[]
}

export const noTools: ToolSummary = { calls: 0, toolCounts: {}, editedFiles: {}, readFiles: [], lastActions: [] }

const kept = 5

export function foldToolCalls(calls: Iterable<ToolCall>): ToolSummary {
  const toolCounts = new Map<string, number>()
  const editedFiles = new Map<string, number>()
  const readFiles = new Set<string>()
  let lastActions: string[] = []
  let count = 0
  for (const { name, path } of calls) {
    count += 1
    toolCounts.set(name, (toolCounts.get(name) ?? 0) + 1)
    if (path !== undefined && isEditing(name)) editedFiles.set(path, (editedFiles.get(path) ?? 0) + 1)
    else if (path !== undefined && isReading(name)) readFiles.add(path)
    lastActions = [...lastActions, path === undefined ? name : `${name} ${path}`].slice(-kept)
  }
  return {
    calls: count,
    toolCounts: Object.fromEntries(toolCounts),
    editedFiles: Object.fromEntries(editedFiles),
    readFiles: [...readFiles],
    lastActions,
  }
}

/** Tools have similar names everywhere: Edit, write_file, apply_patch, str_replace_based_edit_tool, createFile. */
function isEditing(name: string): boolean {
  return /edit|write|patch|replace|create|delete|rename|move/i.test(name)
}

function isReading(name: string): boolean {
  return /read|view|open|cat/i.test(name)
}

const pathFields = ['file_path', 'path', 'filePath', 'notebook_path', 'absolute_path', 'filename', 'file'] as const

/** The file that a call names in its input; relative to its tree, if it is in there. */
export function pathIn(input: unknown, tree: string): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  for (const field of pathFields) {
    const value = (input as Record<string, unknown>)[field]
    if (typeof value === 'string' && value !== '' && value.length < 1000)
      return value.startsWith(`${tree}/`) ? value.slice(tree.length + 1) : value
  }
  return patchedIn(input as Record<string, unknown>)
}

/** A patch names its file inside its text. */
function patchedIn(input: Record<string, unknown>): string | undefined {
  for (const value of [input['input'], input['patch'], input['changes']])
    if (typeof value === 'string') return /^\*\*\* (?:Update|Add|Delete) File: (.{1,500})$/m.exec(value)?.[1]
  return undefined
}
