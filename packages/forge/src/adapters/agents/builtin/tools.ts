/** The tools of the built-in agent. Errors are returned to the model, as errors of the tool. */
import { tool, type ToolSet } from 'ai'
import { z } from 'zod'
import type { ToolGroup } from '#model/route.ts'
import { runCommand } from './command.ts'
import { editFile, readTextFile, writeFile } from './files.ts'
import { listFiles, searchFiles } from './search.ts'

export interface ToolsRequest {
  readonly root: string
  readonly signal: AbortSignal
  readonly may: readonly ToolGroup[]
}

const Path = z.string().min(1).describe('Path from the working directory')

export function toolsFor({ root, signal, may }: ToolsRequest): ToolSet {
  return {
    ...(may.includes('read') ? readingTools(root) : {}),
    ...(may.includes('run') ? runningTools(root, signal) : {}),
    ...(may.includes('edit') ? writingTools(root) : {}),
  }
}

function readingTools(root: string): ToolSet {
  return {
    read_file: tool({
      description: 'Read a text file, or a part of it by lines.',
      inputSchema: z.object({
        path: Path,
        from: z.number().int().positive().optional().describe('First line, counted from 1'),
        lines: z.number().int().positive().optional().describe('How many lines'),
      }),
      execute: ({ path, from, lines }) => readTextFile(root, path, { from, lines }),
    }),
    list_files: tool({
      description: 'List files below a folder, without .git.',
      inputSchema: z.object({ path: Path.optional() }),
      execute: ({ path }) => listFiles(root, path ?? '.'),
    }),
    search: tool({
      description: 'Search file contents by regular expression; answers path:line: text.',
      inputSchema: z.object({ pattern: z.string().min(1).max(1000), path: Path.optional() }),
      execute: ({ pattern, path }) => searchFiles(root, pattern, path ?? '.'),
    }),
  }
}

function runningTools(root: string, signal: AbortSignal): ToolSet {
  return {
    run_command: tool({
      description: 'Run a shell command in the working directory; answers its exit code and its output.',
      inputSchema: z.object({
        command: z.string().min(1).max(100_000),
        timeoutMs: z.number().int().positive().max(600_000).optional().describe('Default 120000'),
      }),
      execute: ({ command, timeoutMs }) => runCommand({ root, signal, command, timeoutMs: timeoutMs ?? 120_000 }),
    }),
  }
}

function writingTools(root: string): ToolSet {
  return {
    write_file: tool({
      description: 'Write a whole file, with its folders. Replaces what was there.',
      inputSchema: z.object({ path: Path, content: z.string() }),
      execute: ({ path, content }) => writeFile(root, path, content),
    }),
    edit_file: tool({
      description: 'Replace a text in a file. It must be there exactly once, unless all is true.',
      inputSchema: z.object({
        path: Path,
        old_string: z.string().min(1),
        new_string: z.string(),
        all: z.boolean().optional(),
      }),
      execute: ({ path, ...change }) =>
        editFile(root, path, { find: change.old_string, put: change.new_string, count: change.all ? 'all' : 'one' }),
    }),
  }
}
