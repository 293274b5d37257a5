/**
 * Finds the tool for a step among those that the request offers: every agent has its own names for tools and inputs.
 */
import { defined } from '#model/defined.ts'
import type { Json } from '#model/json.ts'
import type { Offered } from './asked.ts'
import type { Step } from './script.ts'

export interface Call {
  readonly name: string
  readonly namespace?: string
  /** A text for a custom tool. */
  readonly input: Json
}

interface FakeToolCall {
  /** Names of the tool, best first. */
  readonly names: readonly string[]
  /** For each value, the possible names of its property, best first. */
  readonly words: readonly (readonly string[])[]
}

const path = ['file_path', 'filePath', 'path', 'absolute_path', 'target_file']

const deeds = {
  read: { names: ['Read', 'read', 'read_file', 'view', 'readFile'], words: [path] },
  write: {
    names: ['Write', 'write', 'write_file', 'create', 'create_file', 'writeFile'],
    words: [path, ['content', 'file_text', 'contents', 'text']],
  },
  edit: {
    names: ['Edit', 'edit', 'replace', 'edit_file', 'str_replace'],
    words: [
      path,
      ['old_string', 'oldString', 'old_str', 'oldText', 'old_text', 'find'],
      ['new_string', 'newString', 'new_str', 'newText', 'new_text', 'replace', 'with'],
    ],
  },
  bash: {
    names: [
      'Bash',
      'bash',
      'shell',
      'exec_command',
      'run_shell_command',
      'run_command',
      'shell_command',
      'local_shell',
    ],
    words: [['command', 'cmd', 'script']],
  },
} as const satisfies Readonly<Record<string, FakeToolCall>>

/** The calls of a step; where no offered tool fits, a sentence that says so. */
export function callsOf(step: Step, tools: readonly Offered[]): { calls: readonly Call[]; missing: readonly string[] } {
  const wanted: (Call | string)[] = []
  if (step.read !== undefined) wanted.push(callFor('read', [step.read], tools))
  if (step.write !== undefined)
    wanted.push(patchFor(tools, addPatch(step.write)) ?? callFor('write', step.write, tools))
  if (step.edit !== undefined) wanted.push(patchFor(tools, editPatch(step.edit)) ?? callFor('edit', step.edit, tools))
  if (step.bash !== undefined) wanted.push(callFor('bash', [step.bash], tools))
  if (step.tool !== undefined) wanted.push(callNamed(step.tool, tools))
  return {
    calls: wanted.filter((call) => typeof call === 'object'),
    missing: wanted.filter((call) => typeof call === 'string'),
  }
}

function callFor(kind: keyof typeof deeds, values: readonly string[], tools: readonly Offered[]): Call | string {
  const { names, words }: FakeToolCall = deeds[kind]
  const tool = names.map((name) => find(tools, name)).find((found) => found !== undefined)
  if (tool === undefined) return missingText(kind, tools)
  const entries = words.map((candidates, index) => {
    const word = candidates.find((candidate) => candidate in tool.properties) ?? candidates[0] ?? ''
    return [word, valueFor(tool.properties[word], values[index] ?? '')]
  })
  return called(tool, Object.fromEntries(entries) as Json)
}

/** Where a command is a list of words, it starts with a shell. */
function valueFor(schema: unknown, value: string): Json {
  const isList = typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'array'
  return isList ? ['bash', '-lc', value] : value
}

/** A tool that takes patches makes all changes of files. */
function patchFor(tools: readonly Offered[], patch: string): Call | undefined {
  const tool = find(tools, 'apply_patch')
  if (tool === undefined) return undefined
  if (tool.kind === 'custom') return called(tool, patch)
  const word = ['input', 'patch'].find((candidate) => candidate in tool.properties) ?? 'input'
  return called(tool, { [word]: patch })
}

function addPatch([file, content]: readonly [string, string]): string {
  const lines = content.replace(/\n$/, '').split('\n')
  return ['*** Begin Patch', `*** Add File: ${file}`, ...lines.map((line) => `+${line}`), '*** End Patch'].join('\n')
}

function editPatch([file, before, after]: readonly [string, string, string]): string {
  const [old, next] = [before, after].map((text) => text.replace(/\n$/, '').split('\n'))
  const lines = [...(old ?? []).map((line) => `-${line}`), ...(next ?? []).map((line) => `+${line}`)]
  return ['*** Begin Patch', `*** Update File: ${file}`, '@@', ...lines, '*** End Patch'].join('\n')
}

/** A tool that is not offered is called all the same: agents must handle that. */
function callNamed({ name, input }: NonNullable<Step['tool']>, tools: readonly Offered[]): Call {
  const tool =
    find(tools, name) ?? tools.find((one) => /[-_]$/.test(one.name.slice(0, -name.length)) && one.name.endsWith(name))
  return tool === undefined ? { name, input } : called(tool, input)
}

function called({ name, namespace }: Offered, input: Json): Call {
  return { name, input, ...defined({ namespace }) }
}

/** By its name, or by its name behind the prefix of a server or extension. */
function find(tools: readonly Offered[], name: string): Offered | undefined {
  return tools.find((tool) => tool.name === name) ?? tools.find((tool) => isPrefixed(tool.name, name))
}

/** `mcp__server__tool` with most, `mcp_server_tool` with Gemini, `server_tool` with OpenCode, `server-tool` with Copilot. */
function isPrefixed(offered: string, name: string): boolean {
  return (
    offered.endsWith(`__${name}`) ||
    (/^(mcp_)?forge[-_]/.test(offered.slice(0, -name.length)) && offered.endsWith(name))
  )
}

function missingText(kind: string, tools: readonly Offered[]): string {
  return `No tool to ${kind} is offered, only: ${tools.map(({ name }) => name).join(', ')}`
}
