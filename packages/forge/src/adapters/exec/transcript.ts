/**
 * The transcript of a program, both outputs in one file in order of arrival: bounded, and without secrets.
 *
 * 1. A secret never touches the disk (T-21): each output is redacted before it is written.
 * 2. Output over the cap is counted, and the file ends by saying how much that was (I-34).
 * 3. If the file cannot be made or written, only its content is lost.
 */
import { openCapped, type CappedFile } from './capture.ts'
import type { RedactingStream, Redactor } from './redact.ts'

export interface TranscriptFile {
  readonly path: string
  readonly capBytes: number
  readonly redactor: Redactor
}

export interface TranscriptWriter {
  write(output: 'stdout' | 'stderr', chunk: Uint8Array): void
  close(): void
}

export function openTranscript(file: TranscriptFile | undefined): TranscriptWriter | undefined {
  if (file === undefined) return undefined
  try {
    return writerOf(openCapped(file.path, file.capBytes), file)
  } catch {
    return undefined
  }
}

function writerOf(disk: CappedFile, { redactor, capBytes }: TranscriptFile): TranscriptWriter {
  const streams: Record<'stdout' | 'stderr', RedactingStream> = { stdout: redactor.stream(), stderr: redactor.stream() }
  let bytes = 0
  let missing = 0
  const keep = (kept: Uint8Array): void => {
    missing += Math.max(0, Math.min(kept.length, bytes + kept.length - capBytes))
    bytes += kept.length
    disk.write(kept)
  }
  return {
    write(output, chunk) {
      // Nothing more will be stored, so nothing more is redacted.
      if (bytes > capBytes) missing += chunk.length
      else keep(streams[output].write(chunk))
    },
    close() {
      if (bytes <= capBytes) for (const stream of Object.values(streams)) keep(stream.end())
      disk.close(missing === 0 ? '' : `\n[… ${missing} more bytes were printed and not kept …]\n`)
    },
  }
}
