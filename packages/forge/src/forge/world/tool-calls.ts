/** Which tools agents used: one line per use, beside the transcript and under its name with `.calls`. */
import { join } from 'node:path'
import { z } from 'zod'
import { appendPrivate, textOf } from '#adapters/files/plain.ts'
import { foldToolCalls, pathIn, type ToolCall, type ToolSummary } from '#core/views/tool-calls.ts'
import type { AgentTask } from '#engine/ports.ts'
import type { AgentEvent } from '#model/agent-event.ts'
import { transcriptName, type Keeping } from './transcripts.ts'

/** Reading more calls than this explains nothing further. */
const maxCalls = 20_000

/** Appends every tool call as it arrives; a failed write is ignored. */
export function keepCalls(
  { directory, redactor }: Keeping,
  pathOf: (tree: string) => string,
): (task: AgentTask, event: AgentEvent) => void {
  const counts = new Map<string, number>()
  return ({ key, performance, tree }, event) => {
    if (event.type !== 'tool_call') return
    const file = transcriptName(key, performance)
    const count = (counts.get(file) ?? 0) + 1
    counts.set(file, count)
    if (count > maxCalls) return
    const path = pathIn(event.input, pathOf(tree))
    const call: ToolCall = {
      name: redactor.text(event.name.slice(0, 200)),
      ...(path === undefined ? {} : { path: redactor.text(path) }),
    }
    const [run = ''] = key.split('/')
    try {
      appendPrivate(join(directory, run, `${file}.calls`), `${JSON.stringify(call)}\n`)
    } catch {
      return
    }
  }
}

const Call = z.object({ name: z.string(), path: z.string().optional() })

/** A summary of the tool calls in one performance so far. */
export function readCalls(directory: string, run: string, file: string): ToolSummary {
  return foldToolCalls((textOf(join(directory, run, `${file}.calls`)) ?? '').split('\n').flatMap(callIn))
}

/** A line cut off by a crash of the machine is ignored. */
function callIn(line: string): readonly ToolCall[] {
  try {
    return [Call.parse(JSON.parse(line))]
  } catch {
    return []
  }
}
