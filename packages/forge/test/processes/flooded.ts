/** Runs `flood.ts` in a process of its own, so that its memory is measured and nobody else's. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface Cost {
  readonly bytes: number
  readonly kept: number
  readonly lines: number
  readonly longest: number
  readonly rssMb: number
  readonly mibPerSecond: number
  readonly stallMs: number
}

export async function costOfFlood(kind: string, mebibytes: number): Promise<Cost> {
  const program = fileURLToPath(new URL('./flood.ts', import.meta.url))
  const args = ['--conditions=source', program, kind, String(mebibytes)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as Cost
}
