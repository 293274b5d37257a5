/**
 * Prompts and output of agents: two files per performance under `transcripts/<run>`, readable by the owner alone, and
 * an index beside them.
 * No decision depends on them; what cannot be written or read is ignored.
 *
 * 1. The index has its line before the agent starts, so that a transcript can be followed while it grows.
 * 2. No secret touches the disk (T-21): transcripts are redacted first.
 * 3. A file is at most `capBytes` long, and is written once, under a name that is never used again (key and performance).
 */
import { join } from 'node:path'
import { z } from 'zod'
import type { Redactor, TranscriptFile } from '#adapters/exec/index.ts'
import { appendPrivate, factsOf, makeFolder, readPart, textOf, writePrivate } from '#adapters/files/plain.ts'
import type { AgentTask } from '#engine/ports.ts'
import { hashText } from '#model/digest.ts'
import { Instant, Key, RunId, UnitId } from '#model/ids.ts'
import { PromptManifest } from '#model/prompt.ts'
import { redacted } from './redacted-ports.ts'

const capBytes = 10 * 1024 * 1024

const Kept = z.object({
  key: Key,
  unit: UnitId,
  phase: z.string(),
  attempt: z.number(),
  performance: z.number(),
  file: z.string().regex(/^[0-9a-f]{24}-\d+\.log$/),
  at: Instant,
})

export interface Transcript extends z.output<typeof Kept> {
  readonly bytes: number
}

export interface Keeping {
  readonly directory: string
  readonly redactor: Redactor
}

export function transcriptName(key: string, performance: number): string {
  return `${hashText(key).slice(0, 24)}-${performance}.log`
}

/** Adds the performance to the index and returns the path of its transcript; undefined where that fails. */
export function keepTranscript(
  { directory, redactor }: Keeping,
  { key, performance, task, prompt }: AgentTask,
  at: number,
): TranscriptFile | undefined {
  const [run = '', , , phase = ''] = key.split(/[/#]/)
  if (!RunId.safeParse(run).success) return undefined
  const file = transcriptName(key, performance)
  const attempt = Number(/#(\d+)/.exec(key)?.[1] ?? 1)
  try {
    makeFolder(join(directory, run))
    const line = JSON.stringify({ key, unit: task.unit, phase, attempt, performance, file, at })
    writePrivate(join(directory, run, promptFile(file)), JSON.stringify(redacted(prompt, redactor)))
    appendPrivate(join(directory, run, 'index.jsonl'), `${line}\n`)
  } catch {
    return undefined
  }
  return { path: join(directory, run, file), capBytes, redactor }
}

function promptFile(transcript: string): string {
  return transcript.replace(/\.log$/, '.prompt.json')
}

const KeptPrompt = z.object({ system: z.string(), text: z.string(), manifest: PromptManifest })
export type KeptPrompt = z.output<typeof KeptPrompt>

/** The prompt of a transcript; undefined when it was not kept. */
export function readPrompt(directory: string, run: string, file: string): KeptPrompt | undefined {
  return KeptPrompt.safeParse(jsonOr(textOf(join(directory, run, promptFile(file))) ?? '')).data
}

/** In the order in which they were started. */
export function listTranscripts(directory: string, run: string): readonly Transcript[] {
  const text = textOf(join(directory, run, 'index.jsonl')) ?? ''
  return text.split('\n').flatMap((line): Transcript[] => {
    const parsed = Kept.safeParse(jsonOr(line))
    if (!parsed.success) return []
    return [{ ...parsed.data, bytes: factsOf(join(directory, run, parsed.data.file))?.bytes ?? 0 }]
  })
}

const chunkBytes = 64 * 1024

/** The content from that byte on, in pieces; empty at the current end of the file. */
export function readTranscript(directory: string, run: string, { file, from }: { file: string; from: number }): Buffer {
  return readPart(join(directory, run, file), from, chunkBytes)
}

/** A line cut off by a crash of the machine is ignored. */
function jsonOr(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
