/** Which tools agents used: one line for each use, beside the transcript and under its name with `.calls`. */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { foldToolCalls, pathIn, type ToolCall, type ToolSummary } from '#core/views/tool-calls.ts'
import type { AgentTask } from '#engine/ports.ts'
import type { AgentEvent } from '#model/agent-event.ts'
import { transcriptName, type Keeping } from './transcripts.ts'

/** Whoever calls tools more often than this is not understood by reading more of it. */
const maxCalls = 20_000

/** Notes every use of a tool, as it comes; what cannot be written is as if it had not been kept. */
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
      appendFileSync(join(directory, run, `${file}.calls`), `${JSON.stringify(call)}\n`, { mode: 0o600 })
    } catch {
      return
    }
  }
}

const Call = z.object({ name: z.string(), path: z.string().optional() })

/** What was done with tools in one performance, so far. */
export function readCalls(directory: string, run: string, file: string): ToolSummary {
  return foldToolCalls(linesOf(join(directory, run, `${file}.calls`)).flatMap(callIn))
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** A line that broke off when the machine went down is no line. */
function callIn(line: string): readonly ToolCall[] {
  try {
    return [Call.parse(JSON.parse(line))]
  } catch {
    return []
  }
}
