/**
 * What agents were told and what they printed: two files a performance under `transcripts/<run>`, for the owner alone, and
 * an index beside them.
 * Nothing is decided by them; what cannot be written or read is as if it had not been kept.
 *
 * 1. The index has its line before the agent starts, so that a transcript can be followed while it grows.
 * 2. No secret touches the disk (T-21): what is kept is redacted first.
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

/** Notes the performance in the index and answers where its transcript goes; undefined where that cannot be. */
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

/** What the agent of a transcript was told; undefined when it was not kept. */
export function readPrompt(directory: string, run: string, file: string): KeptPrompt | undefined {
  return KeptPrompt.safeParse(jsonOr(textOf(join(directory, run, promptFile(file))) ?? '')).data
}

/** In the order in which they were begun. */
export function listTranscripts(directory: string, run: string): readonly Transcript[] {
  const text = textOf(join(directory, run, 'index.jsonl')) ?? ''
  return text.split('\n').flatMap((line): Transcript[] => {
    const parsed = Kept.safeParse(jsonOr(line))
    if (!parsed.success) return []
    return [{ ...parsed.data, bytes: factsOf(join(directory, run, parsed.data.file))?.bytes ?? 0 }]
  })
}

const chunkBytes = 64 * 1024

/** What stands there from that byte on, a piece at a time; empty at the end of what there is now. */
export function readTranscript(directory: string, run: string, { file, from }: { file: string; from: number }): Buffer {
  return readPart(join(directory, run, file), from, chunkBytes)
}

/** A line that broke off when the machine went down is no line. */
function jsonOr(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
